import { describe, expect, it } from 'vitest'
import type { ImportReceipt } from '../../api/importing.ts'
import { countsOf, doneWords, linesOf, narrowed, refusedCSV, summary, wordOf } from './changes.ts'
import { factsOf, megabytes } from './fileWords.ts'
import { fieldGroups, findFields } from './findFields.ts'

const person = (row: number, what: string, name: string, fields: ImportReceipt['changes'][number]['fields'] = []) => ({ row, participantId: row, bib: String(row), name, what, race: '50K', fields })
const receipt: ImportReceipt = {
  created: 1, updated: 1, unchanged: 1200, removed: 1, skipped: 2, editId: 0, moreChanges: 200, unused: [],
  changes: [person(7, 'updated', 'Ana Abara', [{ field: 'city', was: 'Flagstaff', now: 'Moab' }]), person(2, 'created', 'Hugo Brandt'), person(9, 'removed', 'Otto Castillo'), person(3, 'unchanged', 'Vera Dubois')],
  messages: [
    { row: 0, message: 'dates of birth are read as day/month/year' },
    { row: 4, message: '=cmd is no race, "really"', refused: true },
    { row: 7, message: 'chip A1 is held by Edda Eriksen' },
    { row: 8, message: 'the row has no name', refused: true },
  ],
}

describe('what would change', () => {
  const lines = linesOf(receipt)

  it('is listed in the order of the file: who changes, what is refused, what is to be looked at', () => {
    expect(lines.map((l) => [l.row, l.kind])).toEqual([[2, 'created'], [4, 'refused'], [7, 'updated'], [7, 'note'], [8, 'refused'], [9, 'removed']])
    expect(countsOf(receipt, lines)).toEqual({ created: 1, updated: 1, removed: 1, refused: 2, note: 1 })
  })

  it('is narrowed by kind and by what is typed', () => {
    expect(narrowed(lines, 'refused', '').map((l) => l.row)).toEqual([4, 8])
    expect(narrowed(lines, '', 'moab ana').map((l) => l.row)).toEqual([7])
    expect(narrowed(lines, 'created', 'moab')).toEqual([])
  })

  it('is summed up in words', () => {
    expect(summary(receipt)).toBe('1 created, 1 changed, 1 removed, 2 not taken, 1,200 unchanged')
    expect(doneWords(receipt, 'a.csv')).toBe('a.csv imported: 1 created, 1 changed, 1 removed, 2 not taken, 1,200 unchanged.')
    expect(doneWords({ ...receipt, created: 0, updated: 0, removed: 0, skipped: 0, unchanged: 1 }, 'a.csv')).toBe('a.csv: nothing changed, 1 person is as the file says.')
    expect(summary({ created: 0, updated: 0, removed: 0, skipped: 0, unchanged: 0 })).toBe('Nothing in the file')
  })

  it('can be taken away where it was refused, and no cell is run as a formula', () => {
    expect(refusedCSV(lines)).toBe('row,reason\r\n4,"\'=cmd is no race, ""really"""\r\n8,the row has no name\r\n')
  })
})

const fields = [
  { field: 'gender', label: 'Gender', aliases: ['gender', 'sex'] },
  { field: 'dob', label: 'Date of Birth', aliases: ['dob', 'birthday'] },
  { field: 'zip', label: 'Zip', aliases: ['zip', 'postalcode'] },
  { field: 'shoe', label: 'Shoe', aliases: [] },
]

describe('fields', () => {
  it('are all there, in groups, unknown ones last', () => {
    expect(fieldGroups(fields).map((g) => [g.title, g.items.map((i) => i.field)])).toEqual([['', ['ignore', 'addon']], ['Person', ['gender', 'dob']], ['Contact', ['zip']], ['Other', ['shoe']]])
  })

  it('are found by their words, by a header, and in spite of a slip', () => {
    expect(findFields(fields, 'birth')[0]).toEqual({ field: 'dob', label: 'Date of Birth', by: '' })
    expect(findFields(fields, 'Postal C')[0]).toEqual({ field: 'zip', label: 'Zip', by: 'postalcode' })
    expect(findFields(fields, 'add')[0]!.field).toBe('addon')
    expect(findFields(fields, 'gendr')[0]!.field).toBe('gender')
    expect(findFields(fields, 'qqq')).toEqual([])
  })

  it('have words, known or not', () => {
    expect([wordOf(fields, 'dob'), wordOf(fields, 'team_name'), wordOf(fields, 'ownStart')]).toEqual(['Date of Birth', 'Team name', 'Own Start'])
  })
})

it('says how a file was read and how large it is', () => {
  const sheet = { format: 'csv', encoding: 'UTF-8', separator: ';', sheets: [], sheet: '', rows: 1204, columns: [], addOns: [], preview: [], complaints: [] }
  expect(factsOf(sheet)).toEqual(['CSV, UTF-8, semicolon', '1,204 rows', '0 columns'])
  expect(factsOf({ ...sheet, format: 'xlsx' })[0]).toBe('Excel')
  expect([megabytes(900), megabytes(12_345_678)]).toEqual(['1 kB', '12.3 MB'])
})
