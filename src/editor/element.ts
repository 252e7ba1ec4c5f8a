type Attributes = Readonly<Record<string, string | boolean>>;

/** A DOM element; children given as strings become text nodes, so that names from the service never become markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) created.setAttribute(name, value === true ? '' : value);
  created.append(...children);
  return created;
}

/** Words of the service's documentation, which are English in every language and are read so by screen readers. */
export function inEnglish(words: string): HTMLElement {
  return element('span', { lang: 'en' }, [words]);
}
