// Lays out one project of projects.json in an empty folder, as an ordinary project on disk:
//
//   node layout.mjs NAME FOLDER
//
// Sources go to src/, with one more file for what the package expects of its surroundings.
// Dependencies are copied to node_modules: links would lead out of the project's root.
import * as fs from 'node:fs'
import * as path from 'node:path'

/**
 * @typedef {object} Description
 * @property {string} name
 * @property {string} package
 * @property {string} sources folder of the package that is copied to src/
 * @property {string[]} omit folders and files in it that are not, by base name
 * @property {string} [ambient] text of src/globals.d.ts
 * @property {object} tsconfig
 * @property {string[]} dependencies
 * @property {number} files number of files in src/
 */

const testdata = path.dirname(import.meta.dirname)
const modules = path.join(testdata, 'npm/node_modules')
const [name, root] = process.argv.slice(2)

/** @type {Description[]} */
const projects = JSON.parse(fs.readFileSync(path.join(testdata, 'projects.json'), 'utf8'))
const project = projects.find((p) => p.name === name)
if (!project) throw new Error(`no project ${name} in projects.json`)

const from = path.join(modules, project.package, project.sources)
const to = path.join(root, 'src')
const omit = ['node_modules', ...project.omit]
let files = 0
for (const entry of fs.readdirSync(from, { recursive: true, encoding: 'utf8' })) {
  if (!/\.[cm]?tsx?$/.test(entry)) continue
  if (entry.split(path.sep).some((part) => omit.includes(part))) continue
  fs.cpSync(path.join(from, entry), path.join(to, entry))
  files++
}
if (project.ambient) {
  fs.writeFileSync(path.join(to, 'globals.d.ts'), project.ambient + '\n')
  files++
}
if (files !== project.files) {
  throw new Error(`${name}: ${files} files instead of ${project.files}; is npm ci in testdata/npm due?`)
}
for (const dependency of project.dependencies) {
  const folder = path.join('node_modules', dependency)
  fs.cpSync(path.join(testdata, 'npm', folder), path.join(root, folder), { recursive: true })
}
writeJson('package.json', { name: project.package, private: true, type: 'module' })
writeJson('tsconfig.json', project.tsconfig)

/** @param {string} file @param {object} value */
function writeJson(file, value) {
  fs.writeFileSync(path.join(root, file), JSON.stringify(value, null, 2) + '\n')
}
