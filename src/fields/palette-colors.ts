/** The colours of the palette, by what a node is for; dark letters are read on each, and each shows on a dark canvas. */
export const paletteColors = {
  operates: '#E9B44C',
  reads: '#7FB7BE',
  receives: '#A7C6A0',
  manages: '#C5B4E3',
} as const;
