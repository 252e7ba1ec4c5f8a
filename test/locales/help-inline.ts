/** One heading, paragraph, list item or table row of a help. */
export interface Block {
  readonly kind: string;
  readonly text: string;
}

/** What stands within a block. */
export interface Inline {
  /** `code`, without its signs. */
  readonly codes: readonly string[];
  /** *labels* of fields, choices, buttons and pages. */
  readonly labels: readonly string[];
  /** Where links lead. */
  readonly links: readonly string[];
  /** How many parts are **stressed**. */
  readonly stressed: number;
  /** All other words: without code, labels, and the types of a message property. */
  readonly words: string;
}

const code = /`([^`]*)`/g;
const link = /\[([^\]]*)\]\(([^)]*)\)/g;
const strong = /\*\*(?!\s)([^*]+?)(?<!\s)\*\*/g;
const label = /\*(?!\s)([^*\n]+?)(?<!\s)\*/g;
/** `payload` (string | object, optional): */
const types = /^((?:`[^`]+`(?:, )?)+) \([a-z| ,]+\):/;

/** The parts of a block that are not free to be translated, and its words without them. */
export function inlineOf(text: string): Inline {
  const codes = [...text.matchAll(code)].map(([, one = '']) => one);
  const rest = text.replace(types, '').replaceAll(code, '');
  const stressed = [...rest.matchAll(strong)].length;
  const unstressed = rest.replaceAll(strong, '$1');
  return {
    codes,
    labels: [...unstressed.matchAll(label)].map(([, one = '']) => one),
    links: [...rest.matchAll(link)].map(([, , one = '']) => one),
    stressed,
    words: unstressed.replaceAll(label, '').replaceAll(link, '$1'),
  };
}
