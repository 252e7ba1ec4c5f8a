const box = { width: 172, height: 34, gap: 14 };
const rowGap = 40;
const margin = 20;
const perRow = 6;
const colours = { browser: '#dbe9fb', node: '#e9e9ee' };

/**
 * The modules as an SVG: each stands above all that it imports, with a line to what is not already reached through another.
 * `modules`: rows of the table with folder, imports and browser, from the bottom to the top; `nameOf`: the text of a box.
 */
export function architecturePicture(modules, nameOf) {
  const byName = new Map(modules.map((module) => [module.folder, module]));
  const places = placed(modules, byName);
  const width = 2 * margin + perRow * (box.width + box.gap) - box.gap;
  const height = Math.max(...[...places.values()].map(({ y }) => y)) + box.height + margin;
  const lines = modules.flatMap((module) =>
    direct(module, byName).map((name) => line(places.get(module), places.get(byName.get(name)))),
  );
  const boxes = modules.map((module) => boxOf(nameOf(module), places.get(module), module.browser === true));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
${[...lines, ...boxes].join('\n')}
</svg>
`;
}

/** Imports that are not reached through another one. */
function direct(module, byName) {
  const reached = (name) => new Set(byName.get(name).imports.flatMap((each) => [each, ...reached(each)]));
  const indirect = new Set(module.imports.flatMap((name) => [...reached(name)]));
  return module.imports.filter((name) => !indirect.has(name));
}

/** What imports nothing stands at the bottom; a level of more than six modules takes several rows. */
function placed(modules, byName) {
  const levelOf = (module) => Math.max(0, ...module.imports.map((name) => levelOf(byName.get(name)) + 1));
  const levels = [];
  for (const module of modules) {
    const level = levelOf(module);
    levels[level] = [...(levels[level] ?? []), module];
  }
  const places = new Map();
  let y = margin;
  for (const level of levels.reverse())
    for (let from = 0; from < level.length; from += perRow) {
      const row = level.slice(from, from + perRow);
      const indent = ((perRow - row.length) * (box.width + box.gap)) / 2;
      for (const [at, module] of row.entries())
        places.set(module, { x: margin + indent + at * (box.width + box.gap), y });
      y += box.height + rowGap;
    }
  return places;
}

function line(from, to) {
  const [x1, y1, x2, y2] = [from.x + box.width / 2, from.y + box.height, to.x + box.width / 2, to.y];
  const bend = (y2 - y1) / 2;
  return `<path d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}" fill="none" stroke="#9aa3b2"/>`;
}

function boxOf(name, { x, y }, isInBrowser) {
  const text = name.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const fill = isInBrowser ? colours.browser : colours.node;
  return `<rect x="${x}" y="${y}" width="${box.width}" height="${box.height}" rx="5" fill="${fill}" stroke="#5b6575"/>
<text x="${x + box.width / 2}" y="${y + box.height / 2 + 4}" text-anchor="middle" fill="#1c2430">${text}</text>`;
}
