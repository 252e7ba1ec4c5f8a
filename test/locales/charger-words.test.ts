import assert from 'node:assert/strict';
import { chargerErrorWords, chargerModeWords } from '../../src/admin-api';
import { chargerErrors, chargerModes } from '../../src/admin-api/charger-words';
import { evseErrorTypes, evseOfflineModes, evseReadOnlyModes } from '../../src/catalog';
import { evseSettableModes } from '../../src/catalog/shapes/evse';
import { createTexts } from '../../src/runtime/node/texts';
import { languages } from './catalog-files';
import { runtimeIn } from './runtime-language';

describe('what a charger says, in words (spec 2.11)', () => {
  it('every mode and every error of the specification has a meaning of its own', () => {
    const modes = [...evseSettableModes, ...evseReadOnlyModes, ...evseOfflineModes];
    assert.deepEqual(Object.keys(chargerModes).sort(), [...new Set(modes)].sort());
    assert.deepEqual(Object.keys(chargerErrors).sort(), [...evseErrorTypes].sort());
    for (const language of languages) {
      const texts = createTexts(runtimeIn(language));
      for (const [table, tell] of [
        [chargerModes, chargerModeWords],
        [chargerErrors, chargerErrorWords],
      ] as const) {
        const said = Object.keys(table).map((word) => {
          const words = tell(word, texts);
          assert.match(words, new RegExp(`^.{2,} ?[(（]${word}[)）]$`), `${language}: ${words}`);
          return words.slice(0, -word.length - 2);
        });
        assert.equal(new Set(said).size, said.length);
      }
    }
  });

  it('what is not known here is said to be so, with the word of the service', () => {
    for (const language of languages) {
      const texts = createTexts(runtimeIn(language));
      for (const words of [chargerModeWords('solar', texts), chargerErrorWords('ERROR_NEW', texts)])
        assert.match(words, /^.{3,}[(（](solar|ERROR_NEW)[)）]$/);
    }
  });
});
