/** Height of a node, and the width of the strip of its icon, in the units of the editor. */
const nodeHeight = 30;
const margin = 12;

/**
 * The picture of a flow as SVG: nodes where the editor draws them, with name and type in their colour, and their wires. Text is
 * always on the colour of a node, and wires are of a grey that is seen on light and on dark ground.
 */
export function flowPicture(flow, looks) {
  const boxes = flow.filter(({ x, y }) => x !== undefined && y !== undefined).map((node) => boxOf(node, looks));
  const byId = new Map(boxes.map((box) => [box.node.id, box]));
  const wires = boxes.flatMap((box) => wiresOf(box, byId));
  const across = [...boxes.flatMap((box) => [box.left, box.left + box.width]), ...wires.flatMap(reachOf)];
  const left = Math.min(...across) - margin;
  const top = Math.min(...boxes.map((box) => box.top)) - margin;
  const width = Math.max(...across) + margin - left;
  const height = Math.max(...boxes.map((box) => box.top + box.height)) + margin - top;
  const icons = new Map(boxes.filter(({ look }) => look.icon).map(({ node, look }) => [node.type, look.icon]));
  const title = flow.find(({ type }) => type === 'tab').label;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}" font-family="Helvetica Neue, Arial, sans-serif">`,
    `<title>${escaped(title)}</title>`,
    ...[...icons].map(
      ([type, icon]) => `<symbol id="${type}" viewBox="0 0 40 60" width="20" height="30">${icon}</symbol>`,
    ),
    '<g fill="none" stroke="#8b8b8b" stroke-width="2.5">',
    ...wires.map(wireDrawing),
    '</g>',
    '<g stroke="#8b8b8b">',
    ...boxes.map(boxDrawing),
    '</g>',
    '</svg>',
  ].join('\n')}\n`;
}

function boxOf(node, looks) {
  const look = looks.get(node.type);
  if (look === undefined) throw new Error(`scripts/node-looks.mjs has no colour for the node type ${node.type}`);
  const type = node.type.replaceAll('-', ' ');
  const name = node.name || node.label || type;
  const isLink = node.type.startsWith('link ');
  const text = Math.max(textWidth(name, 12), node.type === 'comment' || name === type ? 0 : textWidth(type, 9));
  const width = isLink ? nodeHeight : Math.max(100, 20 * Math.ceil((text + (look.icon ? 54 : 28)) / 20));
  const outputs = node.wires?.length ?? 0;
  const height = Math.max(nodeHeight, outputs * 15);
  return { node, look, name, type, isLink, outputs, width, height, left: node.x - width / 2, top: node.y - height / 2 };
}

const narrow = /[ijlI.,:;'|!]/;
const slim = /[ frt()[\]/-]/;
const wide = /[mwMW@%]/;

/** The width of a text in Helvetica, near enough to draw a box around it. */
function textWidth(text, size) {
  const widths = [...text].map((letter) => {
    if (narrow.test(letter)) return 0.27;
    if (slim.test(letter)) return 0.34;
    if (wide.test(letter)) return 0.88;
    return /[A-Z]/.test(letter) ? 0.7 : 0.56;
  });
  return Math.ceil(widths.reduce((sum, each) => sum + each, 0) * size);
}

const inputOf = (box) => ({ x: box.left, y: box.node.y });
const outputOf = (box, index) => ({ x: box.left + box.width, y: box.node.y + (index - (box.outputs - 1) / 2) * 13 });

/** The wires that leave a node, and the links of a link node, each from one point to another. */
function wiresOf(box, byId) {
  const wires = (box.node.wires ?? []).flatMap((targets, index) =>
    targets.map((id) => ({ from: outputOf(box, index), to: inputOf(byId.get(id)) })),
  );
  const links = box.node.type === 'link out' ? box.node.links.filter((id) => byId.has(id)) : [];
  return [...wires, ...links.map((id) => ({ from: middleOf(box), to: middleOf(byId.get(id)), dashed: true }))];
}

const middleOf = ({ node: { x, y } }) => ({ x, y });

/** How far the handles of a curve are from its ends: further where it leads back, around its nodes. */
function handleOf({ from, to }) {
  const right = to.x - from.x;
  return right > 0 ? Math.min(75, Math.max(right / 2, 20)) : Math.min(120, 60 - right / 5);
}

/** The leftmost and the rightmost of a curve, or more. */
const reachOf = (wire) => [wire.from.x + handleOf(wire) / 2, wire.to.x - handleOf(wire) / 2];

function wireDrawing(wire) {
  const { from, to, dashed } = wire;
  const handle = handleOf(wire);
  const path = `M${from.x} ${from.y}C${from.x + handle} ${from.y} ${to.x - handle} ${to.y} ${to.x} ${to.y}`;
  return `<path${dashed ? ' stroke-dasharray="6 4"' : ''} d="${path}"/>`;
}

function boxDrawing(box) {
  const { node, look, name, type, isLink, outputs, left, top, width, height } = box;
  const hasIcon = look.icon !== undefined;
  const textLeft = left + (hasIcon ? 38 : 12);
  const isComment = node.type === 'comment';
  const lines =
    isLink || isComment || name === type
      ? [[isLink ? '' : name, 12, node.y + 4]]
      : [
          [name, 12, node.y - 1],
          [type, 9, node.y + 10],
        ];
  return [
    `<rect x="${left}" y="${top}" width="${width}" height="${height}" rx="5" fill="${look.color}"/>`,
    ...(hasIcon
      ? [
          `<path stroke="none" fill-opacity=".12" d="M${left} ${top}h30v${height}h-30z"/>`,
          `<use href="#${node.type}" stroke="none" x="${left + 5}" y="${node.y - 15}"/>`,
        ]
      : []),
    ...(look.hasInput ? [port(inputOf(box))] : []),
    ...(isLink ? [] : Array.from({ length: outputs }, (_, index) => port(outputOf(box, index)))),
    ...lines
      .filter(([text]) => text !== '')
      .map(
        ([text, size, y]) =>
          `<text x="${textLeft}" y="${y}" font-size="${size}" stroke="none" fill="#222">${escaped(text)}</text>`,
      ),
  ].join('');
}

const port = ({ x, y }) => `<rect x="${x - 5}" y="${y - 5}" width="10" height="10" rx="3" fill="#d9d9d9"/>`;

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
