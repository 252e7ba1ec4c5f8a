import type { Node, NodeAPI } from 'node-red';
import { readThresholds, type Thresholds } from '../../src/device-settings';
import type { ConfigOf } from '../../src/fields';
import {
  type CaptureQuery,
  invalidInput,
  type Message,
  parseCaptureReference,
  resolveValue,
  type Texts,
} from '../../src/runtime';
import { problem } from '../../src/schema';
import { captureTimes } from './capture-times';
import type { fields } from './waveform-capture.fields';

type Config = ConfigOf<typeof fields>;
type TypedField = 'capture' | 'triggerText' | 'from' | 'to' | 'at' | 'seriesName' | 'thresholdValue';

/** Reads the values of the node's action from a message. Throws INVALID_INPUT before any request is sent. */
export function createCaptureInput(RED: NodeAPI, node: Node, config: Config, texts: Texts) {
  const value = (field: TypedField, msg: Message) => resolveValue(RED, node, config[field], msg);
  return {
    capture: async (msg: Message) => parseCaptureReference(await value('capture', msg)),

    async seriesName(msg: Message): Promise<string> {
      if (config.output !== 'chart') return '';
      const name = (await value('seriesName', msg)) ?? '';
      if (typeof name === 'string' || typeof name === 'number') return String(name);
      throw invalidInput('the series has no name', [
        problem('seriesName', 'type', 'must be a text', { type: 'string' }),
      ]);
    },

    async query(msg: Message): Promise<Omit<CaptureQuery, 'capturedAt'>> {
      const type = config.captureType === 'any' ? {} : { type: config.captureType };
      if (config.trigger === 'any') return type;
      if (config.trigger !== 'value') return { ...type, trigger: config.trigger };
      const trigger = await value('triggerText', msg);
      if (typeof trigger === 'string' && trigger !== '') return { ...type, trigger };
      throw invalidInput('no trigger is named', [
        problem('triggerText', 'type', 'must be the text of a trigger', { type: 'string' }),
      ]);
    },

    /** `nowMs` is the service's time. */
    async times(msg: Message, nowMs: number): Promise<Pick<CaptureQuery, 'capturedAt'>> {
      const { range } = config;
      if (range === 'at') return captureTimes({ range, at: await value('at', msg) }, nowMs);
      if (range !== 'custom') return captureTimes({ range }, nowMs);
      return captureTimes({ range, from: await value('from', msg), to: await value('to', msg) }, nowMs);
    },

    async thresholds(msg: Message): Promise<Thresholds> {
      const byForm = config.thresholdsFrom === 'form';
      const unchecked: unknown = byForm ? JSON.parse(config.thresholds) : await value('thresholdValue', msg);
      const { thresholds, problems } = readThresholds(unchecked);
      const allProblems = problems.map(({ path, rule }) => problem(path, rule, texts(`problem.${rule}`)));
      if (allProblems.length === 0 && Object.keys(thresholds).length === 0)
        allProblems.push(problem('thresholds', 'thresholdNone', texts('problem.thresholdNone')));
      if (allProblems.length > 0) throw invalidInput('the thresholds are not valid', allProblems);
      return thresholds;
    },
  };
}
