import type { SiteCheck } from '../../../admin-api';
import { ask, element, followRun } from '../..';
import { sidebarText } from '../sidebar-text';
import { buttons, errorNote, paragraph, pushButton, waitNote } from './parts';
import { findingsText, siteFindings } from './site-findings';

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
    try {
      const found = await followRun({
        ask: (again) => ask('GET accounts/:id/site-check', { params: { id: accountId }, query: { again } }),
        host: result,
        progress: ({ checked, total }) => ({
          done: checked.length,
          total,
          text: sidebarText('siteCheck.progress', { checked: checked.length, total }),
        }),
      });
      if (found !== undefined) show(found);
    } catch (error) {
      result.replaceChildren(errorNote(error));
    }
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
