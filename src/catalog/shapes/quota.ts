import { integer, known, text, view } from '../../schema';

/** spec 2.11 */
export const resourceQuota = view({
  resourceType: text(),
  current: integer(),
  limit: integer(),
  scope: known(['application']),
  scopeId: text(),
});
