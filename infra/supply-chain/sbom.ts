import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { billOfMaterials, lockFile } from './bill-of-materials.ts'

const root = join(import.meta.dirname, '../..')
const file = join(root, '.cache/sbom.cdx.json')

const lock = lockFile.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
const bill = billOfMaterials(lock)
await mkdir(dirname(file), { recursive: true })
await writeFile(file, `${JSON.stringify(bill, null, 2)}\n`)
const where = relative(process.cwd(), file)
console.log(`${bill.components.length} packages, CycloneDX ${bill.specVersion}: ${where}`)
