import { alarmSceneName, lastingAlarms, takeAlarm } from '../../scene';
import type { Message } from '..';
import { readAlarm } from './alarm-message';
import type { SceneMemory, SceneReference } from './scene-memory';

/** What a message does to the devices of a node that acts while an alarm lasts. */
export type AlarmInput = ActingAlarm | (TakenAlarm & { readonly do: 'nothing' });

export type ActingAlarm = TakenAlarm & { readonly do: 'set' | 'restore' | 'forget' };

interface TakenAlarm {
  /** The node's own scene: what another node has done while its alarms lasted is no business of this one. */
  readonly scene: SceneReference;
  /** How many alarms last now. */
  readonly lasting: number;
  /** Resolves when the alarms are on the disk: wait for it before anything is sent. */
  readonly saved: Promise<void>;
}

interface AlarmNode {
  readonly nodeId: string;
  readonly service: string;
  /** A dry run has alarms of its own: once commands are sent, the first alarm has to set what it did not. */
  readonly isDryRun: boolean;
}

type Memory = Pick<SceneMemory, 'alarms' | 'keepAlarms' | 'trouble'> & {
  circuits(scene: SceneReference): readonly unknown[];
};

/** Takes a message; synchronous, so that messages count in the order in which they came. Throws for what is no alarm. */
export function takeAlarmMessage(memory: Memory, node: AlarmNode, msg: Message): AlarmInput {
  const name = alarmSceneName(node.nodeId);
  const scene = { service: node.service, name: node.isDryRun ? `dry run of ${name}` : name };
  const message = readAlarm(msg);
  const known = memory.alarms(scene);
  const taken = <Do extends AlarmInput['do']>(does: Do, alarms: typeof known) => ({
    do: does,
    scene,
    lasting: lastingAlarms(alarms),
    saved: alarms === known ? Promise.resolve() : memory.keepAlarms(scene, alarms),
  });
  switch (message.kind) {
    case 'nothing':
      return taken('nothing', known);
    case 'restore':
    case 'forget':
      return taken(
        message.kind,
        known.map((alarm) => ({ ...alarm, lasts: false })),
      );
    default: {
      const step = takeAlarm(known, message, memory.circuits(scene).length > 0);
      return taken(step.do, step.alarms);
    }
  }
}
