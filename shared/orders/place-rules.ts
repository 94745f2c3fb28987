import { parseEmail } from '../validation/email.ts';
import { distanceKm } from '../places/distance.ts';
import { parsePhone } from '../validation/phone.ts';
import { COUNTRY_BOX, ORDER_LIMITS, type OrderFields } from './order-fields.ts';
import type { Judged, OrderContext } from './problem-context.ts';
import { judgeTexts } from './text-rules.ts';

/** Where the property is, and whom to ask about it. */
export function* judgePlace(fields: OrderFields, context: OrderContext): Judged {
  for (const field of ['regionId', 'areaId'] as const)
    if (fields[field] === undefined) yield { field, problem: 'selection' };
  const { areaRegionId } = context;
  if (fields.areaId !== undefined) {
    if (areaRegionId === 'missing') yield { field: 'areaId', problem: 'unknown-choice' };
    else if (areaRegionId !== null && fields.regionId !== undefined && areaRegionId !== fields.regionId)
      yield { field: 'areaId', problem: 'area-of-other-region' };
  }
  yield* judgeTexts('address', fields.address, {
    max: ORDER_LIMITS.address,
    required: true,
    anyLetters: context.anyLetters,
  });
  yield* judgePoint(fields);
  yield* judgeContacts(fields);
}

function* judgePoint({ latitude, longitude }: OrderFields): Judged {
  if (latitude === undefined && longitude === undefined)
    yield { field: 'latitude', problem: 'choose-coordinate' };
  else if (!isCoordinate(latitude, 90)) yield { field: 'latitude', problem: 'coordinates' };
  else if (!isCoordinate(longitude, 180)) yield { field: 'longitude', problem: 'coordinates' };
  else if (!isInCountry(latitude, longitude)) yield { field: 'latitude', problem: 'outside-country' };
}

const isCoordinate = (value: number | undefined, most: number): value is number =>
  value !== undefined && Number.isFinite(value) && Math.abs(value) <= most;

const isInCountry = (latitude: number, longitude: number): boolean =>
  latitude >= COUNTRY_BOX.south &&
  latitude <= COUNTRY_BOX.north &&
  longitude >= COUNTRY_BOX.west &&
  longitude <= COUNTRY_BOX.east;

function* judgeContacts({ phone, extraPhone, email }: OrderFields): Judged {
  if (!phone?.trim()) yield { field: 'phone', problem: 'required' };
  else if (!parsePhone(phone)) yield { field: 'phone', problem: 'phone' };
  if (extraPhone?.trim() && !parsePhone(extraPhone)) yield { field: 'extraPhone', problem: 'phone' };
  if (email?.trim() && !parseEmail(email)) yield { field: 'email', problem: 'email' };
}

/** Districts reach further from their centre than this only where hardly anyone lives. */
const FAR_FROM_CENTRE_KM = 60;
/** Nearer than this to the chosen centre nothing is questioned: borders of city districts run through streets. */
const NEAR_CENTRE_KM = 5;
/** A point so many times nearer to another centre is most likely in that one's district. */
const TIMES_NEARER = 4;

/** A point far from the centre of its district, or beside the centre of another: an address of another place, or a slip on the map. */
export function* warnOfPlace(
  { latitude, longitude }: OrderFields,
  { areaCentre, nearestCentre }: OrderContext,
): Judged {
  if (!areaCentre || !isCoordinate(latitude, 90) || !isCoordinate(longitude, 180)) return;
  if (!isInCountry(latitude, longitude)) return;
  const point = { latitude, longitude };
  const km = distanceKm(point, areaCentre);
  const besideAnother =
    nearestCentre !== null && km > NEAR_CENTRE_KM && km > TIMES_NEARER * distanceKm(point, nearestCentre);
  if (km > FAR_FROM_CENTRE_KM || besideAnother)
    yield { field: 'latitude', problem: 'outside-area', details: { km: Math.round(km) } };
}
