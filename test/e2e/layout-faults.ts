/** What is wrong with how an element is laid out, and what can be read in it. */
export interface Layout {
  /** `what: text`. */
  readonly faults: readonly string[];
  /** Every text, tip, placeholder, option and name for screen readers that is not marked as English. */
  readonly texts: readonly string[];
}

/** Measures an element within what may show of it. Runs in the page: all that it needs is inside. */
export function layoutFaults(root: Element, frame: Element): Layout {
  interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  }
  interface Shown extends Box {
    readonly node: Node;
    readonly text: string;
  }
  const faults = new Set<string>();
  const texts = new Set<string>();
  const slack = 1.5;
  const unmeasured = 'script, style, title, option, .breakerflow-tip, .ace_editor';

  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const isEnglish = (element: Element) => element.closest('[lang="en"], code, pre, dt') !== null;
  const short = (text: string) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 90);
  const placeOf = (element: Element) =>
    element.closest('[data-field]')?.getAttribute('data-field') ?? (element.className || element.tagName);
  const read = (element: Element, text: string) => {
    if (!isEnglish(element) && /\p{L}{2}/u.test(text)) texts.add(text.replaceAll(/\s+/g, ' ').trim());
  };
  const all = <E extends Element>(selector: string) =>
    [...root.querySelectorAll<E>(selector)].filter((found) => isSeen(found) && found.closest('.ace_editor') === null);

  /** What surrounds a node and cuts it off. */
  const clipsOf = (node: Node) => {
    const clips = [];
    for (let at = node.parentElement; at !== null && at !== root; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === 'visible' && overflowY === 'visible') continue;
      const scrolls = overflowX === 'auto' || overflowX === 'scroll';
      clips.push({ box: at.getBoundingClientRect(), scrolls });
    }
    return clips;
  };

  function shownTexts(): Shown[] {
    const found: Shown[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement as Element;
      const text = short(node.textContent ?? '');
      if (text === '' || parent.closest(unmeasured) !== null || !isSeen(parent)) continue;
      read(parent, node.textContent ?? '');
      const range = document.createRange();
      range.selectNodeContents(node);
      const clips = clipsOf(node);
      for (const line of range.getClientRects()) {
        // The box of a line is higher than its letters.
        const inset = line.height * 0.2;
        let box: Box = { left: line.left, right: line.right, top: line.top + inset, bottom: line.bottom - inset };
        if (line.width < 1) continue;
        for (const { box: clip, scrolls } of clips) {
          const isCut = !scrolls && box.right > clip.right + slack && box.top < clip.bottom && box.bottom > clip.top;
          if (isCut) faults.add(`cut: ${text} (${placeOf(parent)})`);
          box = {
            left: Math.max(box.left, clip.left),
            right: Math.min(box.right, clip.right),
            top: Math.max(box.top, clip.top),
            bottom: Math.min(box.bottom, clip.bottom),
          };
        }
        if (box.right > box.left && box.bottom > box.top) found.push({ ...box, node, text });
      }
    }
    return found;
  }

  const controls = (): Shown[] =>
    all('input, select, textarea, button, .red-ui-typedInput-container').flatMap((node) => {
      const { left, right, top, bottom, width } = node.getBoundingClientRect();
      const isMeasured = width >= 2 && node.closest('.breakerflow-tip') === null && clipsOf(node).length === 0;
      return isMeasured ? [{ left, right, top, bottom, node, text: placeOf(node) }] : [];
    });

  function overlaps(shown: readonly Shown[]): void {
    const sorted = [...shown].sort((one, other) => one.top - other.top);
    for (const [index, one] of sorted.entries())
      for (let next = index + 1; next < sorted.length; next += 1) {
        const other = sorted[next] as Shown;
        if (other.top > one.bottom - slack) break;
        const common = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const height = Math.min(one.bottom, other.bottom) - other.top;
        if (common <= slack || height <= slack) continue;
        if (one.node.contains(other.node) || other.node.contains(one.node)) continue;
        faults.add(`overlap: ${one.text} / ${other.text}`);
      }
  }

  function sticksOut(shown: readonly Shown[]): void {
    const outer = frame.getBoundingClientRect();
    for (const { node, left, right, text } of shown) {
      const row = node.parentElement?.closest('.breakerflow-row')?.getBoundingClientRect() ?? outer;
      if (left < outer.left || right > Math.min(outer.right, row.right) + slack) faults.add(`sticks out: ${text}`);
    }
  }

  function sideways(): void {
    for (const element of [frame, ...frame.querySelectorAll('*')]) {
      if (element.scrollWidth <= element.clientWidth + 1 || element.closest('.ace_editor') !== null) continue;
      const { overflowX, display } = getComputedStyle(element);
      if (display === 'inline' || (overflowX !== 'auto' && overflowX !== 'scroll') || !isSeen(element)) continue;
      faults.add(`scrolls sideways: ${placeOf(element)} by ${element.scrollWidth - element.clientWidth}`);
    }
  }

  const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  /** How far a text is wider than the room for it in a field. */
  const excess = (text: string, field: HTMLElement, arrow: number) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    canvas.font = font;
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - arrow;
    return canvas.measureText(text).width - room;
  };

  function optionsFit(): void {
    for (const select of all<HTMLSelectElement>('select')) {
      // Such a list shows only its first option: what is chosen becomes a row.
      const adds = select.matches('.breakerflow-circuit-add, .breakerflow-rows > select');
      const texts = [...select.options].map(({ text }) => text);
      for (const text of texts) read(select, text);
      const widest = (adds ? texts.slice(0, 1) : texts).reduce(
        (most, text) => (text.length > most.length ? text : most),
        '',
      );
      const by = excess(widest, select, 16);
      if (by > slack) faults.add(`cut option: ${short(widest)} by ${Math.round(by)} (${placeOf(select)})`);
    }
  }

  function placeholdersFit(shown: readonly Shown[]): void {
    for (const input of all<HTMLInputElement>('input[placeholder], textarea[placeholder]')) {
      const text = input.placeholder;
      read(input, text);
      // Such as a value that stands beside the field.
      const isBeside = shown.some((other) => other.text === short(text));
      const isShown = input.value === '' && input.tagName === 'INPUT' && !isBeside;
      if (isShown && excess(text, input, 0) > slack) faults.add(`cut placeholder: ${short(text)} (${placeOf(input)})`);
    }
  }

  const shown = shownTexts();
  overlaps([...shown, ...controls()]);
  sticksOut([...shown, ...controls()]);
  sideways();
  optionsFit();
  placeholdersFit(shown);
  // A control that the API's own name labels has it as its name for screen readers, too.
  const codes = new Set(all('code').map(({ textContent }) => textContent));
  for (const named of all('[title], [aria-label]'))
    for (const name of ['title', 'aria-label']) {
      const text = named.getAttribute(name) ?? '';
      if (!codes.has(text)) read(named, text);
    }
  return { faults: [...faults], texts: [...texts] };
}
