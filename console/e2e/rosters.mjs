// Files of participants for the journeys: text as registration systems write it, and the smallest workbook that is one.
import { crc32 } from 'node:zlib'

/** A file as Playwright takes it: from rows of cells. */
export const csvFile = (name, rows) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(rows.map((r) => r.join(',')).join('\r\n')) })

/** A workbook from sheets of rows: { Runners: [['Bib', …], …] }. */
export function xlsxFile(name, sheets) {
  const names = Object.keys(sheets)
  const xml = (body) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`
  const cell = (text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>${names.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.map((n, i) => `<sheet name="${n}" sheetId="${i + 1}" r:id="r${i + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, i) => `<Relationship Id="r${i + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}</Relationships>`,
  }
  for (const [i, n] of names.entries()) {
    const rows = sheets[n].map((r) => `<row>${r.map(cell).join('')}</row>`).join('')
    parts[`xl/worksheets/sheet${i + 1}.xml`] = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`
  }
  return { name, mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer: zip(Object.entries(parts).map(([path, body]) => [path, Buffer.from(xml(body))])) }
}

/** An archive whose files are stored as they are. */
function zip(files) {
  const local = []
  const central = []
  let at = 0
  for (const [path, body] of files) {
    const name = Buffer.from(path)
    // version, flags, method, time, date, checksum, both sizes, length of the name, no extra field
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x21, 8)
    common.writeUInt32LE(crc32(body), 10)
    common.writeUInt32LE(body.length, 14)
    common.writeUInt32LE(body.length, 18)
    common.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, name)
    const head = [Buffer.from('PK\x03\x04', 'latin1'), common, name, body]
    local.push(...head)
    at += head.reduce((n, b) => n + b.length, 0)
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, directory, end])
}
