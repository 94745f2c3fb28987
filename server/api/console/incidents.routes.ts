import type { Incidents } from '#server/domains/staff/incidents/index.ts';
import { registerContract, type Call, type HttpApp } from '#server/platform/http/index.ts';
import {
  changeIncident,
  closeIncident,
  incident,
  incidentPeople,
  incidentRooms,
  incidents,
  incidentTimeline,
  openIncident,
  reopenIncident,
  sendIncidentMessage,
  watchIncident,
} from '#shared/api/console/incidents.ts';

const staffOf = (call: Pick<Call, 'signedIn' | 'address'>) => {
  const { personId, name } = call.signedIn();
  return { personId, name, address: call.address };
};

/** Disturbances of the platform, and what staff do about them. */
export function registerIncidentRoutes(app: HttpApp, service: Incidents): void {
  registerContract(app, incidents, (call) => service.page(call.query));
  registerContract(app, incident, (call) => service.one(call.params.id));
  registerContract(app, incidentTimeline, (call) => service.timeline(call.params.id));
  registerContract(app, incidentRooms, (call) => service.rooms(call.params.id, call.query));
  registerContract(app, incidentPeople, (call) => service.people(call.params.id, call.query, staffOf(call)));
  registerContract(app, openIncident, (call) => service.open(call.body, call.signedIn()));
  registerContract(app, changeIncident, (call) => service.change(call.params.id, call.body, call.signedIn()));
  registerContract(app, watchIncident, (call) => service.watch(call.params.id, call.signedIn()));
  registerContract(app, closeIncident, (call) =>
    service.close(call.params.id, call.body.report, call.signedIn()),
  );
  registerContract(app, reopenIncident, (call) =>
    service.reopen(call.params.id, call.body.reason, call.signedIn()),
  );
  registerContract(app, sendIncidentMessage, (call) =>
    service.message(call.params.id, call.body, staffOf(call)),
  );
}
