/**
 * What two spellings of one name have in common: names are compared without regard to case, to blanks around and between
 * words, and to how Unicode composes their characters.
 */
export function nameKey(name: string): string {
  // Upper case first: it spells ß as SS, which lower case alone would keep apart.
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toUpperCase().toLowerCase().normalize('NFKC');
}

/** What two spellings of one id, or of one serial number, have in common: the service takes them in any case. */
export function idKey(id: string): string {
  return id.trim().toLowerCase();
}
