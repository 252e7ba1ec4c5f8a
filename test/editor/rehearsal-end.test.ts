import assert from 'node:assert/strict';
import { endText } from '../../src/editor/sidebar/rehearsal/end-text';
import { createTexts } from '../../src/runtime/node/texts';
import { problem } from '../../src/schema';
import type { Language } from '../locales/catalog-files';
import { runtimeIn, sidebarWordsIn } from '../locales/runtime-language';

const told = (end: Parameters<typeof endText>[0], language: Language) =>
  endText(end, sidebarWordsIn(language), createTexts(runtimeIn(language)));

describe('the end of a rehearsal in the sidebar', () => {
  const problems = [
    problem('steps[0].at', 'scenarioTime', 'in English'),
    problem('steps[1].device', 'unknownDevice', 'in English', { text: 'Moon' }),
    problem('', 'json', 'in English'),
  ];

  it('tells every problem by its place, in the language of the editor', () => {
    assert.deepEqual(told({ number: 1, why: 'refused', problems }, 'de'), {
      text: 'Das lässt sich nicht durchspielen:',
      lines: [
        'steps[0].at: muss eine Uhrzeit wie 10:00 oder ein Zeitpunkt mit Zeitzone sein, zum Beispiel 2026-06-15T10:00:00Z',
        'steps[1].device: „Moon“ ist kein bekannter Name, keine Seriennummer und keine ID eines Geräts',
        'muss JSON sein',
      ],
    });
  });

  it('tells twenty of more, and how many more there are', () => {
    const many = Array.from({ length: 23 }, () => problem('steps', 'json', ''));
    const { lines } = told({ number: 1, why: 'refused', problems: many }, 'ja');
    assert.deepEqual([lines.length, lines.at(-1)], [21, sidebarWordsIn('ja').text('rehearsal.leftOut', { count: 3 })]);
  });

  it('tells why one failed, in the language of the editor', () => {
    const end = { number: 1, why: 'failed', failure: { kind: 'memory', megabytes: 256 } } as const;
    assert.deepEqual(told(end, 'fr'), {
      text: "La répétition s'est terminée sans résultat : le flux a besoin de plus de 256 Mo",
      lines: [],
    });
  });

  it('tells nothing of one that has a result', () =>
    assert.deepEqual(told({ number: 1, why: 'done' }, 'en-US'), { text: '', lines: [] }));
});
