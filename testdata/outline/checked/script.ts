// A script, in which a function may be strict by itself.
function sloppy() {
  'use strict'
  var eval = 'an error in strict code only, in a body that is long enough to be left closed'
  return eval
}
