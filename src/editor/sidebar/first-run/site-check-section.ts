import type { SiteCheck } from '../../../admin-api';
import { ask, element } from '../..';
import { sidebarText } from '../sidebar-text';
import { buttons, errorNote, paragraph, pushButton, waitNote } from './parts';
import { findingsText, siteFindings } from './site-findings';

const pauseMs = 500;
/** Whatever takes longer shows how far it has come. */
const patienceMs = 1_000;

const words = () => ({ text: sidebarText, language: RED.i18n.lang() });

/** The check list before the first automation of a real site: what is there already, read from the service. */
export function createSiteCheckSection(accountId: string): HTMLElement {
  const result = element('div', { role: 'status' });
  const run = pushButton('siteCheck.run', () => {
    run.disabled = true;
    check().finally(() => {
      run.disabled = false;
    });
  });
  const section = element('details', { class: 'breakerflow-first-check' }, [
    element('summary', {}, [sidebarText('siteCheck.name')]),
    paragraph('siteCheck.intro'),
    buttons(run),
    result,
  ]);

  async function check(): Promise<void> {
    if (RED.nodes.node(accountId)?.changed === true) {
      result.replaceChildren(paragraph('siteCheck.notDeployed'));
      return;
    }
    result.replaceChildren(waitNote());
    const startedMs = performance.now();
    try {
      for (let again = 'yes'; section.isConnected; again = 'no') {
        const found = await ask('GET accounts/:id/site-check', { params: { id: accountId }, query: { again } });
        if (found.finished) return show(found);
        if (performance.now() - startedMs > patienceMs) showProgress(found);
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    } catch (error) {
      result.replaceChildren(errorNote(error));
    }
  }

  function showProgress({ checked, total }: SiteCheck): void {
    const text = sidebarText('siteCheck.progress', { checked: checked.length, total });
    const bar = element('progress', { 'aria-label': text });
    if (total > 0) {
      bar.max = total;
      bar.value = checked.length;
    }
    result.replaceChildren(bar, element('span', {}, [text]));
  }

  function show(found: SiteCheck): void {
    const { devices, total, days } = found;
    const copy = pushButton('siteCheck.copy', () =>
      RED.clipboard.copyText(findingsText(found, words()), $(copy), sidebarText('calls.copied')),
    );
    result.replaceChildren(
      ...(devices > total ? [paragraph('siteCheck.capped', { total, devices })] : []),
      ...siteFindings(found, words()).map(({ name, lines, hint }) =>
        element('section', { 'data-finding': name }, [
          element('h4', {}, [sidebarText(`siteCheck.title.${name}`, { days })]),
          ...(lines.length === 0
            ? [paragraph('siteCheck.none')]
            : [
                element(
                  'ul',
                  {},
                  lines.map((line) => element('li', {}, [line])),
                ),
              ]),
          ...(hint === undefined ? [] : [element('p', { class: 'breakerflow-secondary' }, [sidebarText(hint)])]),
        ]),
      ),
      buttons(copy),
    );
  }

  return section;
}
