export { createEndpoint, duplicatesEndpointOf, type Endpoint, endpointOf, redisOf } from './endpoint';
export { type Hub, takeHub } from './endpoint-hub';
export { createLiveOutput, isRedeploying } from './live-output';
export { openReceiver, type Receiver } from './receiver';
export { createReceiverStatus, type ReceiverStatus } from './receiver-status';
export { openRedis } from './redis-connection';
export { storeWarning } from './store-warnings';
export { type OutsideTest, testFromOutside, validationTrial } from './test-from-outside';
