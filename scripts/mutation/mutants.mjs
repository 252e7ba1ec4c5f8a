import { parse } from 'acorn';

const swapped = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '**': ['*'],
  '&': ['|'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '??=': ['='],
  '++': ['--'],
};
const swappedCalls = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['every', 'some'],
  ['some', 'every'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
]);
const droppedCalls = new Set(['filter', 'sort', 'toLowerCase', 'toUpperCase', 'slice', 'trim']);

/**
 * All mutants of a compiled module: conditions made true or false, comparisons shifted, && and || and ?? exchanged, numbers
 * moved by one, flags turned, names and returns emptied, statements removed, anchors and repetitions taken out of regular
 * expressions. Texts for people (those with a space) and the module's imports and exports stay.
 *
 * `coarse`: for decisions that are made every few seconds by whether a thing is so. Times are doubled and halved, as no such
 * decision can tell 60 s from 60.001 s, and what returns false does not return nothing, which is as false.
 */
export function mutantsOf(source, { coarse = false } = {}) {
  const mutants = [];
  const add = (node, replacement, kind = 'expression', isDefault = false) => {
    const { start, end } = node;
    const original = source.slice(start, end);
    if (replacement !== original) mutants.push({ start, end, original, replacement, kind, isDefault });
  };
  const text = (node) => source.slice(node.start, node.end);
  const operatorSwaps = (node, left, right) => {
    const from = left.end + source.slice(left.end, right.start).indexOf(node.operator);
    for (const operator of swapped[node.operator] ?? [])
      add(node, source.slice(node.start, from) + operator + source.slice(from + node.operator.length, node.end));
  };

  const visitors = {
    BinaryExpression(node) {
      const joinsTexts = node.operator === '+' && [node.left, node.right].some(isText);
      if (!joinsTexts) operatorSwaps(node, node.left, node.right);
    },
    LogicalExpression(node) {
      // ?? does not stand beside && and || without parentheses.
      for (const operator of swapped[node.operator])
        add(node, `(${text(node.left)}) ${operator} (${text(node.right)})`);
    },
    AssignmentExpression: (node) => operatorSwaps(node, node.left, node.right),
    UpdateExpression: (node) => add(node, text(node).replace('++', '--')),
    UnaryExpression(node) {
      if (node.operator === '!') add(node, text(node.argument));
      if (node.operator === '-') add(node, `+${text(node.argument)}`);
    },
    Literal(node, parent) {
      if (node.regex) for (const other of otherPatterns(node.regex)) add(node, other);
      else if (typeof node.value === 'boolean') add(node, String(!node.value));
      else if (typeof node.value === 'number' && parent.type !== 'SequenceExpression' && parent.operator !== 'void') {
        const isTime = coarse && node.value >= 1000;
        // Marked, because TypeScript demands it of an index that is never out of range.
        const isDefault = parent.operator === '??' && parent.right === node && text(parent.left).includes('[');
        add(node, String(isTime ? node.value * 2 : node.value + 1), 'expression', isDefault);
        add(node, String(isTime ? node.value / 2 : node.value - 1), 'expression', isDefault);
      } else if (typeof node.value === 'string' && /^\S+$/.test(node.value)) add(node, "''");
    },
    ChainExpression(node) {
      // TypeScript demands it of an index that is never out of range.
      if (coarse && text(node).includes(']?.')) return;
      add(node, text(node).replaceAll('?.[', '[').replaceAll('?.(', '(').replaceAll('?.', '.'));
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const { name, start, end } = callee.property;
      const other = swappedCalls.get(name);
      if (other !== undefined) add(node, source.slice(node.start, start) + other + source.slice(end, node.end));
      if (droppedCalls.has(name)) add(node, text(callee.object));
    },
    ArrowFunctionExpression(node) {
      if (node.expression && text(node.body) !== 'undefined') add(node.body, 'undefined');
    },
    ReturnStatement(node) {
      const isFalse = coarse && node.argument?.value === false;
      if (node.argument && text(node.argument) !== 'undefined' && !isFalse) add(node, 'return;', 'statement');
    },
    ThrowStatement: (node) => add(node, '', 'statement'),
    ExpressionStatement(node) {
      if (node.expression.callee?.type === 'Super' || text(node).startsWith('exports.')) return;
      add(node, '', 'statement');
    },
    BreakStatement: (node) => add(node, '', 'statement'),
    ContinueStatement: (node) => add(node, '', 'statement'),
  };

  function visit(node, parent) {
    if (isWiring(node, text)) return;
    if (CONDITIONAL.has(node.type) && node.test) {
      add(node.test, 'true');
      add(node.test, 'false');
    }
    visitors[node.type]?.(node, parent);
    for (const [name, value] of Object.entries(node)) {
      const isName = (name === 'key' || name === 'property') && !node.computed;
      if (isName) continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (child !== null && typeof child === 'object' && typeof child.type === 'string') visit(child, node);
    }
  }

  visit(parse(source, { ecmaVersion: 'latest', sourceType: 'script' }), {});
  // A test that stands in a condition would be mutated into the same twice.
  const seen = new Set();
  return mutants.filter(({ start, end, replacement }) => {
    const name = `${start}:${end}:${replacement}`;
    return !seen.has(name) && seen.add(name);
  });
}

const CONDITIONAL = new Set(['IfStatement', 'ConditionalExpression', 'WhileStatement', 'ForStatement']);

function isText(node) {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

/** What the compiler adds to make a module of it. */
function isWiring(node, text) {
  if (node.type === 'ExpressionStatement')
    return /^(?:"use strict"|Object\.defineProperty\(exports,|exports\.\w+ = (?:exports\.|\w+;|void 0))/.test(
      text(node),
    );
  return node.type === 'VariableDeclaration' && / = require\(/.test(text(node));
}

function otherPatterns({ pattern, flags }) {
  const others = [];
  const without = (index) => `${pattern.slice(0, index)}${pattern.slice(index + 1)}`;
  let isClass = false;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index];
    if (character === '\\') index += 1;
    else if (character === '[') isClass = true;
    else if (character === ']') isClass = false;
    else if (!isClass && '^$+*'.includes(character)) others.push(without(index));
  }
  const patterns = others.map((other) => `/${other}/${flags}`);
  return flags === '' ? patterns : [...patterns, `/${pattern}/`];
}

/** `source` with all `mutants` (each with an `id`) in it; `isMutant(id)` of the global scope chooses the one that lives. */
export function withMutants(source, mutants) {
  const sites = new Map();
  for (const mutant of mutants) {
    const name = `${mutant.start}:${mutant.end}:${mutant.kind}`;
    const site = sites.get(name) ?? { start: mutant.start, end: mutant.end, kind: mutant.kind, mutants: [] };
    site.mutants.push(mutant);
    sites.set(name, site);
  }
  const outerFirst = [...sites.values()].sort((a, b) => a.start - b.start || b.end - a.end);

  function render(start, end, inside) {
    let rendered = '';
    let at = start;
    for (let index = 0; index < inside.length; ) {
      const site = inside[index];
      const isWithin = (other) => other !== site && other.end <= site.end;
      let next = index + 1;
      while (next < inside.length && isWithin(inside[next])) next += 1;
      rendered +=
        source.slice(at, site.start) + choose(site, render(site.start, site.end, inside.slice(index + 1, next)));
      at = site.end;
      index = next;
    }
    return rendered + source.slice(at, end);
  }
  return render(0, source.length, outerFirst);
}

function choose({ kind, mutants }, original) {
  if (kind === 'statement') {
    const choices = mutants.map(({ id, replacement }) => `if (isMutant(${id})) { ${replacement} } else `);
    return `{ ${choices.join('')}{ ${original} } }`;
  }
  const choices = mutants.map(({ id, replacement }) => `isMutant(${id}) ? (${replacement}) : `);
  return `(${choices.join('')}(${original}))`;
}
