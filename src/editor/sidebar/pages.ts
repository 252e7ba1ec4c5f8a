import { element } from '..';
import { sidebarText } from './sidebar-text';
import type { SidebarView } from './view';

const icons = {
  site: 'fa-sitemap',
  panel: 'fa-th-list',
  automation: 'fa-tasks',
  commands: 'fa-list-alt',
  health: 'fa-heartbeat',
  calls: 'fa-exchange',
  simulator: 'fa-flask',
  rehearsal: 'fa-play-circle-o',
} as const;

export type PageName = keyof typeof icons;

interface Pages {
  readonly element: HTMLElement;
  current(): PageName;
  choose(name: PageName): void;
  /** Whether a page can be chosen. */
  allow(name: PageName, isAllowed: boolean): void;
  open(): void;
  close(): void;
  reload(): void;
}

/** The pages behind tabs, one shown at a time; `onChange` hears of another one. `beside` stands in the line of the tabs. */
export function createPages(
  views: Readonly<Record<PageName, SidebarView>>,
  onChange: () => void,
  beside: readonly HTMLElement[],
): Pages {
  const names = Object.keys(icons) as PageName[];
  let current: PageName = 'site';
  let isOpen = false;
  const tabs = new Map(
    names.map((name) => {
      const tab = element(
        'button',
        { type: 'button', role: 'tab', id: `breakerflow-tab-${name}`, 'aria-controls': `breakerflow-page-${name}` },
        [
          element('i', { class: `fa ${icons[name]}`, 'aria-hidden': 'true' }),
          element('span', {}, [sidebarText(`page.${name}`)]),
        ],
      );
      tab.title = sidebarText(`page.${name}`);
      tab.addEventListener('click', () => choose(name));
      return [name, tab] as const;
    }),
  );
  const bar = element('div', { class: 'breakerflow-tabs', role: 'tablist', 'aria-label': sidebarText('pages') }, [
    ...tabs.values(),
  ]);
  bar.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const allowed = names.filter((name) => tabs.get(name)?.hidden === false);
    const next = allowed.at((allowed.indexOf(current) + step) % allowed.length);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    tabs.get(next)?.focus();
  });

  function choose(name: PageName): void {
    if (name === current) return;
    if (isOpen) views[current].close();
    current = name;
    show();
    if (isOpen) views[current].open();
    onChange();
  }

  function show(): void {
    for (const [name, tab] of tabs) {
      const isCurrent = name === current;
      tab.setAttribute('aria-selected', String(isCurrent));
      tab.tabIndex = isCurrent ? 0 : -1;
      views[name].element.hidden = !isCurrent;
    }
  }

  for (const name of names) {
    const view = views[name].element;
    view.id = `breakerflow-page-${name}`;
    view.setAttribute('role', 'tabpanel');
    view.setAttribute('aria-labelledby', `breakerflow-tab-${name}`);
  }
  show();
  return {
    element: element('div', { class: 'breakerflow-pages' }, [
      element('div', { class: 'breakerflow-head' }, [bar, ...beside]),
      ...names.map((name) => views[name].element),
    ]),
    current: () => current,
    choose,
    allow(name, isAllowed) {
      const tab = tabs.get(name);
      if (tab !== undefined) tab.hidden = !isAllowed;
      if (!isAllowed && current === name) choose('site');
    },
    open() {
      isOpen = true;
      views[current].open();
    },
    close() {
      isOpen = false;
      views[current].close();
    },
    reload: () => views[current].reload(),
  };
}
