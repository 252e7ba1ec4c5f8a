/** What is needed of a Redis client; the npm package `redis` fits. */
export interface RedisClient {
  sendCommand(command: string[]): Promise<unknown>;
}
