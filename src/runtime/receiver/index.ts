export { createEndpoint, duplicatesEndpointOf, type Endpoint, endpointOf, redisOf } from './endpoint';
export { createLiveOutput, isRedeploying } from './live-output';
export { openReceiver, type Receiver } from './receiver';
export { createReceiverStatus, type ReceiverStatus } from './receiver-status';
export { openRedis } from './redis-connection';
export { acquireSharedEndpoint, type SharedEndpoint } from './shared-endpoint';
export { storeWarning } from './store-warnings';
export { type OutsideTest, testFromOutside, validationProbe } from './test-from-outside';
export { createUnreadTeller } from './unread-teller';
