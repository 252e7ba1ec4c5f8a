export { replaceSecrets, secretsIn } from './body-secrets';
export { createClient } from './client';
export { ClientError } from './errors';
export { type HandlePosition, normalizePosition } from './handle-position';
export type {
  CallOptions,
  CallRecord,
  Client,
  ClientOptions,
  ClientSettings,
  Credential,
  EnteredCommand,
  ErrorCause,
  ErrorCode,
  NamedCredential,
  OrganizationName,
  Page,
  PageOf,
  RawAnswer,
  ReleaseWhile,
  Reply,
  RequestPreview,
  UnreadOrganization,
} from './interface';
export { answersWithSecret, maskAnswer } from './mask-answer';
export { organizationKey } from './organizations';
export type { Priority } from './priority';
export {
  createServiceQueue,
  type QueueEntry,
  type Reservation,
  type SerialEntry,
  type ServiceQueue,
  serviceQueue,
} from './queue';
export { methodsOf, type Replacement, type Replacements, replaceInBody } from './replacement';
export { requestTarget } from './request';
export { serviceUrl, settingsProblems } from './settings';
export type { Transport, TransportHooks, TransportRequest, TransportResult } from './transport';
