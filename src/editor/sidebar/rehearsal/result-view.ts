import type { RehearsalResult, RehearsedEvent } from '../../../admin-api';
import { element, iconButton, smallButton } from '../..';
import { download } from '../download';
import { nodeLink } from '../node-link';
import { sidebarText } from '../sidebar-text';
import { choice } from '../simulator-inputs';
import { clockText, dayText, type Look, type TimeSpan } from './look';
import { reportPage } from './report';
import { findingSection, headSection, limitSection, logSection, verdictSection } from './result-sections';
import { around, moved, zoomed } from './time-span';
import { timeline } from './timeline';

interface ResultView {
  readonly element: HTMLElement;
  show(result: RehearsalResult): void;
}

const mostEvents = 200;
/** What changes often and decides nothing. */
const chatty: ReadonlySet<RehearsedEvent['kind']> = new Set(['badge', 'stand-in']);

/** What a rehearsal has shown: findings and expectations that lead to their nodes, and the day to zoom into. */
export function createResultView(): ResultView {
  const host = element('div', {});
  const head = element('div', {});
  const day = element('section', { class: 'breakerflow-rehearsal-day' });
  const kinds = choice(sidebarText('rehearsal.show'), [
    ['main', sidebarText('rehearsal.shown.main')],
    ['all', sidebarText('rehearsal.shown.all')],
  ]);
  let shown: RehearsalResult | undefined;
  let span: TimeSpan = { fromMs: 0, toMs: 0 };

  const lookOf = (result: RehearsalResult): Look => ({
    ...{ words: { text: sidebarText, language: RED.i18n.lang() }, result, span },
    node: nodeLink,
    at(atMs) {
      const time = clockText(atMs, { words: { text: sidebarText, language: RED.i18n.lang() }, result });
      const title = sidebarText('rehearsal.goTo', { time });
      const attributes = { type: 'button', class: 'breakerflow-link', 'data-at': String(atMs), title };
      return element('button', attributes, [time]);
    },
  });

  function draw(): void {
    if (shown === undefined) return;
    const result = shown;
    const whole = { fromMs: result.fromMs, toMs: result.toMs };
    const look = lookOf(result);
    const change = (icon: string, key: 'in' | 'out' | 'earlier' | 'later', next: () => TimeSpan) =>
      iconButton(icon, sidebarText(`rehearsal.zoom.${key}`), () => {
        span = next();
        draw();
        day.querySelector<HTMLElement>(`.${icon}`)?.closest('button')?.focus();
      });
    const isAll = kinds.input.value === 'all';
    const isOpen = day.querySelector('details')?.open === true;
    day.replaceChildren(
      element('h4', {}, [sidebarText('rehearsal.timeline')]),
      element('div', { class: 'breakerflow-line' }, [
        element('span', {}, [
          `${dayText(span.fromMs, look)}, ${clockText(span.fromMs, look)} – ${clockText(span.toMs, look)}`,
        ]),
        element('span', { class: 'breakerflow-rehearsal-zoom' }, [
          change('fa-chevron-left', 'earlier', () => moved(span, -0.5, whole)),
          change('fa-search-minus', 'out', () => zoomed(span, 4, whole)),
          change('fa-search-plus', 'in', () => zoomed(span, 0.25, whole)),
          change('fa-chevron-right', 'later', () => moved(span, 0.5, whole)),
        ]),
      ]),
      ...timeline(look, true),
      element('h4', {}, [sidebarText('rehearsal.log')]),
      kinds.row,
      logSection(look, ({ kind }) => isAll || !chatty.has(kind), mostEvents),
    );
    const folded = day.querySelector('details');
    if (folded !== null) folded.open = isOpen;
  }

  kinds.input.addEventListener('change', draw);
  host.addEventListener('click', ({ target }) => {
    const pressed = target instanceof Element ? target.closest('[data-at], [data-reveal]') : null;
    if (pressed === null || shown === undefined) return;
    const reveal = pressed.getAttribute('data-reveal');
    if (reveal !== null) {
      RED.view.reveal(reveal);
      return;
    }
    span = around(Number(pressed.getAttribute('data-at')), shown);
    draw();
    day.scrollIntoView({ block: 'nearest' });
  });

  return {
    element: host,
    show(result) {
      shown = result;
      span = { fromMs: result.fromMs, toMs: result.toMs };
      const look = lookOf(result);
      const save = () => download('rehearsal.html', new Blob([reportPage(look)], { type: 'text/html' }));
      head.replaceChildren(
        ...headSection(look),
        ...verdictSection(look),
        findingSection(look),
        element('section', { class: 'breakerflow-buttons' }, [
          smallButton(sidebarText('rehearsal.report'), save, 'fa-download'),
        ]),
      );
      host.replaceChildren(head, day, limitSection(look));
      draw();
    },
  };
}
