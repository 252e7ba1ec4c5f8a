import type { NodeAPI } from 'node-red';
import type { Router } from '../../inbound';

type App = NodeAPI['httpNode'];

/** The routers behind the one layer on a server, by endpoint: a layer cannot be taken out again, so it looks them up. */
const mounted = new WeakMap<App, Map<string, Router>>();

/** Lets requests on Node-RED's own server reach the router of an endpoint; returns what ends that. */
export function mountOn(app: App, endpointId: string, router: Router): () => void {
  const routers = mounted.get(app) ?? addLayer(app);
  routers.set(endpointId, router);
  return () => {
    if (routers.get(endpointId) === router) routers.delete(endpointId);
  };
}

function addLayer(app: App): Map<string, Router> {
  const routers = new Map<string, Router>();
  mounted.set(app, routers);
  app.use((request, response, next) => {
    const waiting = routers.values();
    const tryNext = (): void => {
      const { value: router, done } = waiting.next();
      if (done) next();
      else router.mount('')(request, response, tryNext);
    };
    tryNext();
  });
  return routers;
}
