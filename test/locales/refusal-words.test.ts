import assert from 'node:assert/strict';
import { problemWords, reasonSentence } from '../../src/admin-api';
import { ClientError } from '../../src/client';
import { refusal } from '../../src/control';
import { refusedDevice } from '../../src/control/interlocks/refusal';
import { type RefusalKind, type RefusalReason, refusalValues } from '../../src/refusal';
import { presentError } from '../../src/runtime';
import { createTexts } from '../../src/runtime/node/texts';
import { languages } from './catalog-files';
import { runtimeIn } from './runtime-language';

const kinds = Object.keys(refusalValues) as RefusalKind[];

/** A reason whose values can be found again in its sentence. */
function exampleOf(kind: RefusalKind): RefusalReason {
  const values = refusalValues[kind].map((value, index) => [value, `«${index}»`]);
  return { kind, ...Object.fromEntries(values) } as RefusalReason;
}

describe('the words of a refusal', () => {
  it('every reason has its sentence with all of its values, in every language', () => {
    assert(kinds.length > 30);
    for (const language of languages) {
      const texts = createTexts(runtimeIn(language));
      for (const kind of kinds) {
        const reason = exampleOf(kind);
        const sentence = reasonSentence(reason, texts);
        assert.doesNotMatch(sentence, /__\w+__|breakerflow\./, `${language}: ${kind}`);
        for (const value of refusalValues[kind].keys())
          assert(sentence.includes(`«${value}»`), `${language}: ${kind} tells ${refusalValues[kind][value]}`);
        if (language !== 'en-US')
          assert.notEqual(sentence, reasonSentence(reason, createTexts(runtimeIn('en-US'))), `${language}: ${kind}`);
      }
    }
  });

  it('an error tells its reason in words, in every language but that of the client', () => {
    for (const language of languages.filter((each) => each !== 'en-US')) {
      const texts = createTexts(runtimeIn(language));
      for (const kind of kinds) {
        const error = presentError(
          refusal('BLOCKED_BY_INTERLOCK', 'water-heater', 'is refused', exampleOf(kind)),
          texts,
        );
        assert(error.message.endsWith(`water-heater: ${reasonSentence(exampleOf(kind), texts)}`), error.message);
      }
    }
  });

  it('what is refused of one device among several is told with the device and the same words', () => {
    for (const language of languages) {
      const texts = createTexts(runtimeIn(language));
      for (const kind of kinds) {
        const error = refusal('BLOCKED_BY_INTERLOCK', 'oven', 'is refused', exampleOf(kind));
        const words = problemWords(refusedDevice('deviceIds[0]', 'oven', error), texts);
        assert.equal(words, `oven: ${reasonSentence(exampleOf(kind), texts)}`);
      }
      const unreached = refusedDevice('deviceIds[0]', 'oven', new ClientError('NETWORK', 'not told'));
      assert.equal(problemWords(unreached, texts), `oven: ${texts('error.NETWORK')}`);
    }
  });
});
