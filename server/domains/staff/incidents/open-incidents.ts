import { inTransaction, type AnyDb } from '#server/platform/database/index.ts';
import { INCIDENT } from '#shared/lifecycles/incident.ts';
import { stateAfter } from '#shared/lifecycles/lifecycle.ts';
import { disturbancesOn } from './disturbances.repository.ts';
import { createIncidentsRepository, type NewIncident } from './incidents.repository.ts';

/**
 * One round, by any number of workers: an incident for each technical break, and one for an outage that interrupted rooms, however many
 * and however late each of them records it. The incident of a break is watched once its rooms go on.
 */
export const createOpenIncidents = (db: AnyDb) => (): Promise<void> =>
  inTransaction(db, async (tx) => {
    const incidents = createIncidentsRepository(db);
    const disturbances = disturbancesOn(tx);
    await disturbances.alone();

    const open = async (incident: NewIncident): Promise<void> => {
      const id = await incidents.open(tx, incident);
      if (id !== null) await incidents.step(tx, id, 'opened', null);
    };
    for (const { id, begunAt } of await disturbances.breaks())
      await open({ cause: 'technical-break', breakId: id, severity: 'major', since: begunAt });
    const outageAt = await disturbances.outage();
    if (outageAt !== null && !(await disturbances.beganSooner(outageAt)))
      await open({ cause: 'outage', severity: 'critical', since: outageAt });

    for (const { incidentId, endedAt } of await disturbances.endedBreaks()) {
      await incidents.change(tx, incidentId, { state: stateAfter(INCIDENT, 'watch'), until: endedAt });
      await incidents.step(tx, incidentId, 'watched', null);
    }
  });
