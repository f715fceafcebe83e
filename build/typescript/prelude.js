// Code that the patches use. It comes before TypeScript.

// The tables say for each ASCII character whether a loop skips it. Other characters are left to TypeScript's own code.
const $ascii = (pattern) => Array.from({ length: 128 }, (_, c) => pattern.test(String.fromCharCode(c)));
const $inWord = $ascii(/[\w$]/), $inComment = $ascii(/[^\n\r`{@]/), $inLine = $ascii(/[^\n\r]/), $inBlock = $ascii(/[^\n\r*]/);
const $isName = $ascii(/[\w$"'`]/);

function* $endsOfWords(text, ...words) {
  const next = words.map((word) => ({ word, at: text.indexOf(word) }));
  for (;;) {
    const [first] = next.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at);
    if (!first) return;
    const end = first.at + first.word.length;
    yield end;
    first.at = text.indexOf(first.word, end);
  }
}
