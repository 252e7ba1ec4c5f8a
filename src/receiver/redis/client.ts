/** The part of a Redis client that is used; the npm package `redis` implements it. */
export interface RedisClient {
  sendCommand(command: string[]): Promise<unknown>;
}
