import { existsSync, readFileSync } from 'node:fs';
import { Marked } from 'marked';
import { root } from './install.mjs';

/** The text of a node's help in a language, such as `de`: nodes/<type>/locales/<language>/<type>.md. */
export function helpSource(type, language = 'en-US') {
  const path = `nodes/${type}/locales/${language}/${type}.md`;
  if (!existsSync(`${root}${path}`)) throw new Error(`${path} is missing: no other language stands in for it`);
  return readFileSync(`${root}${path}`, 'utf8');
}

// - `payload` (string | object, optional): text
const property = /^(`[^`]+`(?:, `[^`]+`)*)(?: \(([^)]+)\))?: ([\s\S]+)$/;

const markdown = new Marked({
  renderer: {
    // The pane's own heading is above ours.
    heading({ tokens, depth }) {
      return `<h${depth + 1}>${this.parser.parseInline(tokens)}</h${depth + 1}>\n`;
    },
    list({ items, ordered }) {
      const properties = items.map(({ text }) => property.exec(text));
      if (properties.every((match) => match !== null)) return propertyList(properties);
      const body = items.map(({ tokens }) => `<li>${this.parser.parse(tokens)}</li>\n`).join('');
      const ports = ordered && body.includes('message-properties') ? ' class="node-ports"' : '';
      return ordered ? `<ol${ports}>\n${body}</ol>\n` : `<ul>\n${body}</ul>\n`;
    },
  },
});

// In the form that Node-RED's own nodes have.
function propertyList(matches) {
  const rows = matches.map(([, names, given = '', text]) => {
    const optional = /(^|, )optional$/.test(given);
    const types = given.replace(/(^|, )optional$/, '');
    return [
      `  <dt${optional ? ' class="optional"' : ''}>${names.replaceAll('`', '')}`,
      types === '' ? '' : ` <span class="property-type">${types}</span>`,
      `</dt>\n  <dd>${markdown.parseInline(text)}</dd>\n`,
    ].join('');
  });
  return `<dl class="message-properties">\n${rows.join('')}</dl>\n`;
}

/** The help as Node-RED's sidebar shows it. */
export function helpHtml(source) {
  return markdown.parse(source);
}

/** The element in which the editor looks for the help of a node. */
export function helpElement(type, language) {
  return `<script type="text/html" data-help-name="${type}">\n${helpHtml(helpSource(type, language))}</script>`;
}
