export type { BodyLimits } from './body-reader';
export { type ChannelPart, type Envelope, splitChannels } from './channels';
export { type Completion, type Deliver, type Delivery, deliverBy } from './delivery';
export { createDeliverOnce, type DeliverOnce, type DeliveryResult, deliverOnceBy } from './duplicates/deliver-once';
export { JournalSetAsideError, JournalUnwritableError } from './duplicates/journal/faults';
export { createJournalDuplicates, type JournalOptions } from './duplicates/journal/journal';
export { createMemoryDuplicates, type MemoryOptions } from './duplicates/memory';
export { createRedisDuplicates, type RedisOptions } from './duplicates/redis';
export { type DuplicateStore, type DuplicateWindow, type KeyState, ShortMemoryError } from './duplicates/store';
export { type EventGridEvents, readEventGrid } from './event-grid';
export { createListener, type Listener, type ListenerOptions, type ListenerState } from './listener';
export { createMessageIntake, type MessageIntake, type MessageIntakeOptions } from './message-intake';
export { isPublishFault, type PublishFault, readPublish } from './publish';
export { createQueueConsumer, type QueueConsumer, type QueueConsumerOptions, type QueueEntry } from './queue/consumer';
export { createQueueWriter, type QueuedPublish, type QueueWriter, type QueueWriterOptions } from './queue/queue-writer';
export { createQueuedPublishReader } from './queue/queued-publish';
export { flatPublish, type Reading, type ReadingValue, splitReadings } from './readings';
export type { ReceivedPublish } from './received-publish';
export type { RedisClient } from './redis/client';
export { checkPersistence, RedisDataLostError, RedisNotPersistentError } from './redis/data-loss';
export { type ReceiverCheck, streamChecks, webhookChecks } from './rejection';
export {
  createRejectionLog,
  type LoggedRejection,
  type RejectionLog,
  type RejectionLogOptions,
  type RejectionNotice,
} from './rejection-log';
export { createReportByException, type ReportByException, type ReportByExceptionOptions } from './report-by-exception';
export { type HttpResponse, responses } from './response';
export {
  createRouter,
  PathTakenError,
  type Registration,
  type RequestHandler,
  type Router,
  type RouterOptions,
  type Target,
} from './router';
export { createStreamTarget, type StreamTargetOptions } from './stream-target';
export type { Rate } from './token-bucket';
export type { WebhookEvent } from './webhook-event';
export { createWebhookTarget, type WebhookAccess, type WebhookTargetOptions } from './webhook-target';
