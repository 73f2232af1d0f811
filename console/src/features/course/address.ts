/** Addresses of styles, tiles and archives as they are configured, and as browser and map want them. */

/** Whether an address is a PMTiles archive, which is read in ranges. */
export function isArchive(url: string): boolean {
  return url.startsWith('pmtiles://') || /\.pmtiles($|\?)/.test(url)
}

/** An address as MapLibre wants it: absolute, and with pmtiles:// in front of an archive. Places of z, x and y stay in their braces. */
export function absolute(url: string): string {
  const bare = url.replace(/^pmtiles:\/\//, '')
  const full = /^[a-z]+:\/\//i.test(bare) ? bare : `${location.origin}${bare.startsWith('/') ? '' : '/'}${bare}`
  return isArchive(url) ? `pmtiles://${full}` : full
}
