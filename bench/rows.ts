import * as automationStep from './automation.step';
import * as clientCall from './client.call';
import * as clientCoalesce from './client.coalesce';
import * as clientPages from './client.pages';
import * as clientPagesMemory from './client.pages.memory';
import * as commandFanout from './command.fanout';
import * as commandFanoutFloor from './command.fanout.floor';
import * as commandFanoutTwice from './command.fanout.twice';
import * as commandFanoutUnchecked from './command.fanout.unchecked';
import * as editorHtml from './editor.html';
import type { Row } from './harness/row';
import * as nodeBurst from './node.burst';
import * as nodeBurstMemory from './node.burst.memory';
import * as nodeMemory from './node.memory';
import * as receiverMemory from './receiver.memory';
import * as receiverP99 from './receiver.p99';
import * as receiverPort from './receiver.port';
import * as receiverPortFlow from './receiver.port.flow';
import * as receiverPortSplit from './receiver.port.split';
import * as receiverScale from './receiver.scale';
import * as receiverShared from './receiver.shared';
import * as rehearseDay from './rehearse.day';
import * as schedulePreview from './schedule.preview';
import * as schedulePreviewSun from './schedule.preview.sun';
import * as simulatorDevices from './simulator.devices';
import * as simulatorJump from './simulator.jump';
import * as site1000 from './site.1000';
import * as site1000Calls from './site.1000.calls';
import * as site1000Sockets from './site.1000.sockets';
import * as startFlow from './start.flow';
import * as startMemory from './start.memory';
import * as startTime from './start.time';
import * as waveformAnalyse from './waveform.analyse';

/** Every row, in the order of the table of goals. */
export const rows: readonly Row[] = [
  receiverPort.row,
  receiverPortFlow.row,
  receiverPortSplit.row,
  receiverShared.row,
  receiverP99.row,
  receiverMemory.row,
  receiverScale.row,
  clientCall.row,
  clientPages.row,
  clientPagesMemory.row,
  clientCoalesce.row,
  commandFanout.row,
  commandFanoutTwice.row,
  commandFanoutUnchecked.row,
  commandFanoutFloor.row,
  nodeMemory.row,
  nodeBurst.row,
  nodeBurstMemory.row,
  site1000.row,
  site1000Sockets.row,
  site1000Calls.row,
  waveformAnalyse.row,
  automationStep.row,
  schedulePreview.row,
  schedulePreviewSun.row,
  rehearseDay.row,
  startFlow.row,
  startTime.row,
  startMemory.row,
  editorHtml.row,
  simulatorDevices.row,
  simulatorJump.row,
];
