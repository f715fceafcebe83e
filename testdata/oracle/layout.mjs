// Lays out one project of projects.json in an empty folder, as an ordinary project on disk:
//
//   node layout.mjs NAME FOLDER
//
// Sources go to src/, dependencies are copied to node_modules (links would lead out of the root).
import * as fs from 'node:fs'
import * as path from 'node:path'

const testdata = path.dirname(import.meta.dirname)
const modules = path.join(testdata, 'npm', 'node_modules')

/** @param {string} name @param {string} root */
export function layOut(name, root) {
  const projects = JSON.parse(fs.readFileSync(path.join(testdata, 'projects.json'), 'utf8'))
  const project = projects.find((/** @type {{name: string}} */ p) => p.name === name)
  if (!project) throw new Error(`no project ${name} in projects.json`)

  const sources = path.join(modules, project.package, project.sources)
  fs.cpSync(sources, path.join(root, 'src'), {
    recursive: true,
    filter: (from) =>
      !['node_modules', ...project.omit].includes(path.basename(from.slice(sources.length))) &&
      (fs.statSync(from).isDirectory() || /\.[cm]?tsx?$/.test(from)),
  })
  for (const dependency of project.dependencies) {
    fs.cpSync(path.join(modules, dependency), path.join(root, 'node_modules', dependency), {
      recursive: true,
    })
  }
  const manifest = { name: project.package, private: true, type: 'module' }
  fs.writeFileSync(path.join(root, 'package.json'), JSON.stringify(manifest, null, 2) + '\n')
  if (project.ambient) fs.writeFileSync(path.join(root, 'src/globals.d.ts'), project.ambient + '\n')
  const tsconfig = JSON.stringify(project.tsconfig, null, 2) + '\n'
  fs.writeFileSync(path.join(root, 'tsconfig.json'), tsconfig)
}

const [name, root] = process.argv.slice(2)
layOut(name, root)
