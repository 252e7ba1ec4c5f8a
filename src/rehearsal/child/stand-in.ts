import type { Node, NodeAPI, NodeDef } from 'node-red';
import { cappedPayload, type RehearsalLog } from '../log';
import { standInType } from '../rewrite-flow';

interface StandInDefinition extends NodeDef {
  readonly standsFor: string;
  readonly passesOn: boolean;
}

export interface StandInOptions {
  readonly log: RehearsalLog;
  /** What a scenario answers: by id, name or `type:` of the node. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Like an answer from another machine. */
const answerAfterMs = 200;

/** What core nodes set on a message when what they do outside has worked. */
const worked: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'http request': { statusCode: 200, payload: '', headers: {} },
  exec: { payload: '', rc: { code: 0 } },
  'file in': { payload: '' },
};

type Msg = Record<string, unknown>;

/** Registers the node that takes the place of one that may not run: it records its messages, and answers them where it should. */
export function registerStandIn(nodes: NodeAPI['nodes'], { log, answers }: StandInOptions): void {
  function standIn(this: Node, definition: StandInDefinition): void {
    nodes.createNode(this, definition);
    const { name, standsFor, passesOn } = definition;
    // Inside a subflow it has an id of its own; a scenario and the editor know the one in the template.
    const { _alias: id = this.id } = this as Node & { readonly _alias?: string };
    const answer = answers[id] ?? answers[name] ?? answers[`type:${standsFor}`];
    this.on('input', (msg, send, done) => {
      const { topic, payload } = msg as Msg;
      log.add('stand-in', {
        node: { id, type: standsFor, name },
        payload: cappedPayload(payload),
        ...(typeof topic === 'string' && topic !== '' ? { topic } : {}),
      });
      if (answer === undefined && !passesOn) {
        done();
        return;
      }
      const { afterMs = answerAfterMs, set = {} } = (answer ?? {}) as { afterMs?: number; set?: Msg };
      setTimeout(() => {
        send(Object.assign(msg, worked[standsFor], set));
        done();
      }, afterMs);
    });
  }
  (nodes.registerType as unknown as (set: string, type: string, construct: unknown) => void)(
    'breakerflow-rehearsal',
    standInType,
    standIn,
  );
}
