/** Whether the node has been deployed: the runtime knows nothing of a new one. */
export function isDeployed(nodeId: string): boolean {
  return RED.nodes.originalFlow().some(({ id }) => id === nodeId);
}
