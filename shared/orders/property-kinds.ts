import { PROPERTY_TYPES, type PropertyType } from '../api/cabinet/order-fields.ts';

const LAND_AND_BUILDINGS: readonly PropertyType[] = ['immovable', 'rights'];
const THINGS: readonly PropertyType[] = ['movable', 'rights'];
const RIGHTS: readonly PropertyType[] = ['rights'];

/** By the code of a group; a group that is not here holds property of every kind. */
const OF_GROUP: Readonly<Record<string, readonly PropertyType[]>> = {
  'real-estate': LAND_AND_BUILDINGS,
  land: LAND_AND_BUILDINGS,
  'farm-plots': LAND_AND_BUILDINGS,
  transport: THINGS,
  machinery: THINGS,
  equipment: THINGS,
  electronics: THINGS,
  furniture: THINGS,
  goods: THINGS,
  valuables: THINGS,
};

/** Categories of mixed groups that hold one kind alone. */
const OF_CATEGORY: Readonly<Record<string, readonly PropertyType[]>> = {
  shares: RIGHTS,
  rights: RIGHTS,
  'state-shares': RIGHTS,
};

/** Kinds of property that a category holds, the usual one first. */
export const propertyTypesOf = ({
  code,
  group,
}: {
  code: string;
  group: string;
}): readonly [PropertyType, ...PropertyType[]] =>
  (OF_CATEGORY[code] ?? OF_GROUP[group] ?? PROPERTY_TYPES) as readonly [PropertyType, ...PropertyType[]];
