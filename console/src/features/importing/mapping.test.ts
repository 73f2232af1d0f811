import { describe, expect, it } from 'vitest'
import type { ImportColumn, ImportSheet } from '../../api/importing.ts'
import { added, asAddOn, changed, columnChanged, deleted, detect, detectable, free, joined, parted } from './addOns.ts'
import { columnName, duplicates, letters, obstacle, optionsOf, recognised, withField } from './mapping.ts'
import { applied, eventPreset, fits, isApplied, nameOfFile, presetFrom, presetOf } from './presets.ts'

/** A sheet from "Header=field" texts; a star marks what the server set aside as a duplicate, a plus a candidate. */
function sheetOf(...columns: string[]): ImportSheet {
  const all = columns.map((text, index): ImportColumn => {
    const [header = '', field = 'ignore'] = text.replace(/[*+]$/, '').split('=')
    return { index, header, field, why: '', duplicate: text.endsWith('*'), candidate: text.endsWith('+'), samples: [] }
  })
  return { format: 'csv', encoding: 'UTF-8', separator: ',', sheets: [], sheet: '', rows: 9, columns: all, addOns: [], preview: [], complaints: [] }
}

const shirts = { name: 'Shirt', showOnReg: true, columns: [{ index: 2, header: 'Shirt M $20', variant: 'M', uncountable: false }, { index: 3, header: 'Shirt L $20', variant: 'L', uncountable: false }] }
const withShirts = () => ({ ...sheetOf('Bib=bib', 'Last=last_name', 'Shirt M $20+', 'Shirt L $20+', 'Meal'), addOns: [shirts] })

describe('what columns hold', () => {
  it('flags columns with one field, and says which of them counts', () => {
    const sheet = sheetOf('Id=unique_id*', 'Order ID=unique_id', 'Bib=bib', 'No', 'Tag=chips', 'Tag 2=chips')
    const { fields } = recognised(sheet, [])
    expect([...duplicates(sheet, fields)]).toEqual([[0, { counts: 1, others: [1] }], [1, { counts: 1, others: [0] }]])
    // what was chosen by hand counts before what was recognised
    expect(duplicates(sheet, fields.with(3, 'bib')).get(2)).toEqual({ counts: 3, others: [3] })
    expect(duplicates(sheet, fields.with(0, 'ignore')).size).toBe(0)
  })

  it('sends only the column that counts, and no add-on without columns', () => {
    const sheet = sheetOf('Id=unique_id*', 'Order ID=unique_id')
    const c = { ...recognised(sheet, []), race: '7', addOns: [{ name: 'Meal', showOnReg: false, columns: [] }] }
    expect(optionsOf(sheet, c)).toEqual({
      allowBibChanges: false, race: 'one', raceId: 7, sheet: '', addOns: [],
      columns: [{ index: 0, header: 'Id', field: 'ignore' }, { index: 1, header: 'Order ID', field: 'unique_id' }],
    })
  })

  it('takes the only race there is when no column names one', () => {
    expect(recognised(sheetOf('Bib=bib'), [4]).race).toBe('4')
    expect(recognised(sheetOf('Bib=bib', 'Race=distance'), [4]).race).toBe('file')
    expect(recognised(sheetOf('Bib=bib'), [4, 5]).race).toBe('file')
  })

  it('says what stands in the way', () => {
    const c = recognised(sheetOf('City=city'), [])
    expect(obstacle(c)).toMatch(/who somebody is/)
    expect(obstacle(withField(c, 0, 'full_name'))).toBe('')
    expect(obstacle({ ...withField(c, 0, 'bib'), addOns: [{ ...shirts, name: ' ' }] })).toMatch(/no name/)
  })

  it('names a column without a header by its place', () => {
    expect([0, 25, 26, 701, 702].map(letters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA'])
    expect(columnName({ index: 27, header: ' ' })).toBe('Column AB')
  })
})

describe('add-ons', () => {
  it('detects what is free, once, into an add-on of that name', () => {
    const sheet = withShirts()
    const c = recognised(sheet, [])
    expect(detectable(sheet, c)).toEqual([shirts])
    const all = detect(sheet, c)
    expect(all.addOns).toEqual([shirts])
    expect(all.fields).toEqual(['bib', 'last_name', 'addon', 'addon', 'ignore'])
    expect(detectable(sheet, all)).toEqual([])
    // one column back: Detect brings it into the add-on that is there
    const less = withField(all, 3, 'ignore')
    expect(less.addOns[0]!.columns.map((x) => x.index)).toEqual([2])
    expect(detect(sheet, less).addOns[0]!.columns.map((x) => x.index)).toEqual([2, 3])
  })

  it('puts a column that becomes an add-on where its header says, and takes it out again', () => {
    const sheet = withShirts()
    const one = asAddOn(sheet, recognised(sheet, []), 3)
    expect(one.addOns).toEqual([{ ...shirts, columns: [shirts.columns[1]] }])
    expect(asAddOn(sheet, one, 2).addOns[0]!.columns.map((x) => x.variant)).toEqual(['M', 'L'])
    expect(asAddOn(sheet, one, 4).addOns[1]).toMatchObject({ name: 'Meal', columns: [{ index: 4, variant: '' }] })
    expect(withField(one, 3, 'shirt_size')).toMatchObject({ addOns: [], fields: ['bib', 'last_name', 'ignore', 'shirt_size', 'ignore'] })
  })

  it('is added, named, filled, emptied and deleted by hand', () => {
    const sheet = withShirts()
    sheet.columns[4]!.samples = ['vegan', '']
    let c = changed(added(recognised(sheet, [])), 0, { name: 'Dinner', showOnReg: true })
    expect(free(sheet, c).map((x) => x.index)).toEqual([2, 3, 4])
    c = joined(sheet, c, 0, 4)
    expect(c.addOns[0]).toEqual({ name: 'Dinner', showOnReg: true, columns: [{ index: 4, header: 'Meal', variant: 'Meal', uncountable: true }] })
    c = columnChanged(c, 0, 4, { variant: 'Menu' })
    expect(c.addOns[0]!.columns[0]!.variant).toBe('Menu')
    expect(parted(c, 0, 4)).toMatchObject({ fields: ['bib', 'last_name', 'ignore', 'ignore', 'ignore'], addOns: [{ name: 'Dinner', columns: [] }] })
    expect(deleted(c, 0)).toMatchObject({ addOns: [], fields: ['bib', 'last_name', 'ignore', 'ignore', 'ignore'] })
  })
})

describe('presets', () => {
  const choose = () => {
    const sheet = withShirts()
    return { sheet, c: { ...detect(sheet, recognised(sheet, [])), race: '5', allowBibChanges: true } }
  }

  it('come back from storage as they went, for a file whose columns stand elsewhere', () => {
    const { sheet, c } = choose()
    const preset = presetFrom(JSON.parse(JSON.stringify(presetOf(sheet, c, 'Spring'))))!
    expect(preset.name).toBe('Spring')
    expect(isApplied(sheet, preset, c, [5])).toBe(true)
    const other = sheetOf('SHIRT  L $20', 'Meal', 'Shirt M $20', 'Last', 'Bib')
    const { choices, missing } = applied(other, preset, [5])
    expect(choices.fields).toEqual(['addon', 'ignore', 'addon', 'last_name', 'bib'])
    expect(choices.addOns[0]!.columns.map((x) => [x.index, x.variant])).toEqual([[2, 'M'], [0, 'L']])
    expect([choices.race, choices.allowBibChanges, missing]).toEqual(['5', true, []])
  })

  it('say which of their columns a file lacks, and leave the others as recognised', () => {
    const { sheet, c } = choose()
    const { choices, missing } = applied(sheetOf('Bib=bib', 'Town=city'), presetOf(sheet, c, ''), [8, 9])
    expect(choices.fields).toEqual(['bib', 'city'])
    expect(missing).toEqual(['Last', 'Shirt M $20', 'Shirt L $20'])
    // a race of another event is not taken over
    expect([choices.race, choices.addOns]).toEqual(['file', []])
  })

  it('give equal headers their fields in order', () => {
    const sheet = sheetOf('Name', 'Name')
    const c = { ...recognised(sheet, []), fields: ['first_name', 'last_name'] }
    expect(applied(sheet, presetOf(sheet, c, ''), []).choices.fields).toEqual(['first_name', 'last_name'])
  })

  it('of the event are understood, damaged ones are none', () => {
    const kept = { allowBibChanges: false, raceId: 3, columnChoices: [{ header: 'Bib', field: 'bib' }], addOns: null }
    expect(presetFrom(kept, 'Last import')).toMatchObject({ name: 'Last import', race: 'one', raceId: 3, columns: [{ header: 'Bib', field: 'bib' }], addOns: [] })
    for (const damaged of [null, 7, 'x', {}, { columns: [] }, { columns: 'Bib' }]) expect(presetFrom(damaged)).toBeNull()
  })

  it('are taken for files like theirs, and kept by the event as it names things', () => {
    const { sheet, c } = choose()
    const preset = presetOf(sheet, c, 'Spring')
    expect([fits(sheet, preset), fits(sheetOf('bib', 'LAST'), preset), fits(sheetOf('Bib', 'Town'), preset)]).toEqual([true, true, false])
    expect(eventPreset(preset)).toMatchObject({ name: 'Spring', race: '', raceId: 5, allowBibChanges: true })
    expect(presetFrom(eventPreset(preset))).toEqual(preset)
  })

  it('begin with the name of the file', () => {
    expect(nameOfFile('entries.2026.csv')).toBe('entries.2026')
  })
})
