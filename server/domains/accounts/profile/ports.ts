import type { Told } from '#shared/notifications/templates.ts';
import type { AnyDb } from '#server/platform/database/index.ts';

/** Puts a message into somebody's inbox in the caller's transaction; the notifications hand it in. */
export type Tell = (tx: AnyDb, told: Told & { personId: string; key: string }) => Promise<void>;

/** Does this area lie in this region? The territories are kept by the reference. */
export type PlaceExists = (regionId: number, areaId: number) => Promise<boolean>;
