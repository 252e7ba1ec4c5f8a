import { element } from '../..';
import { clockText, dayText, type Look } from './look';
import { findingSection, headSection, limitSection, logSection, verdictSection } from './result-sections';
import { timeline } from './timeline';

const mostEvents = 2_000;

/** Of its own: it is read without an editor, on paper too. */
const css = `
:root { color-scheme: light dark; --line: #ccc; --dim: #595959; --link: #1a5fb4; --bad: #b00020; --good: #1b7a2b; --back: #fff; --text: #222; --soft: #f3f3f3; }
@media (prefers-color-scheme: dark) { :root { --line: #555; --dim: #b5b5b5; --link: #7ab8ff; --bad: #ff8a80; --good: #7fd48a; --back: #1c1c1c; --text: #e6e6e6; --soft: #262626; } }
body { margin: 2em auto; max-width: 60em; padding: 0 1em; font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); }
h1 { font-size: 1.5em; } h4 { font-size: 1.1em; margin: 1.6em 0 0.4em; }
ul { padding: 0; list-style: none; margin: 0; } .breakerflow-rehearsal-limits { list-style: disc; padding-left: 1.2em; }
.breakerflow-item { padding: 4px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.breakerflow-rehearsal-log .breakerflow-item { display: grid; grid-template-columns: 6em 1fr; }
.breakerflow-line { display: flex; justify-content: space-between; gap: 0 1em; flex-wrap: wrap; } .breakerflow-rehearsal-where { justify-content: flex-start; color: var(--dim); }
.breakerflow-secondary, .breakerflow-note, time, .breakerflow-rehearsal-axis { color: var(--dim); } .breakerflow-failed, .breakerflow-error { color: var(--bad); } .breakerflow-ok { color: var(--good); }
.breakerflow-rehearsal-banner { border: 1px dashed var(--bad); padding: 6px 10px; margin: 8px 0; }
.breakerflow-rehearsal-axis { display: flex; justify-content: space-between; font-variant-numeric: tabular-nums; }
figure { margin: 6px 0; break-inside: avoid; } svg { display: block; width: 100%; height: 60px; background: var(--soft); }
svg * { vector-effect: non-scaling-stroke; fill: none; } .breakerflow-power-line { stroke: var(--text); stroke-width: 1.5; } .breakerflow-zero { stroke: var(--line); }
.breakerflow-limit { stroke: var(--bad); stroke-dasharray: 5 4; } .breakerflow-limit-title { stroke: transparent; stroke-width: 9; pointer-events: stroke; } .breakerflow-mark-open, .breakerflow-mark-bad { stroke: var(--bad); stroke-width: 2; } .breakerflow-mark-closed { stroke: var(--good); stroke-width: 2; }
`;

/** The whole rehearsal as one page that needs nothing else: no script, no picture, nothing of the network; light and dark. */
export function reportPage(sidebarLook: Look): string {
  const { result, words } = sidebarLook;
  const look: Look = {
    ...{ result, words, span: { fromMs: result.fromMs, toMs: result.toMs } },
    node: (_id, name) => element('em', {}, [name]),
    at: (atMs) => element('span', {}, [clockText(atMs, sidebarLook)]),
  };
  const title = words.text('rehearsal.title', { flows: result.flows.join(', '), day: dayText(result.fromMs, look) });
  const page = element('html', { lang: words.language }, [
    element('head', {}, [
      element('meta', { charset: 'utf-8' }),
      element('meta', { name: 'viewport', content: 'width=device-width' }),
      element('title', {}, [title]),
      element('style', {}, [css]),
    ]),
    element('body', {}, [
      element('h1', {}, [title]),
      ...headSection(look),
      ...verdictSection(look),
      findingSection(look),
      element('section', {}, [element('h4', {}, [words.text('rehearsal.timeline')]), ...timeline(look, false)]),
      element('section', {}, [
        element('h4', {}, [words.text('rehearsal.log')]),
        logSection(look, ({ kind }) => kind !== 'badge', mostEvents),
      ]),
      limitSection(look),
    ]),
  ]);
  return `<!DOCTYPE html>\n${page.outerHTML}\n`;
}
