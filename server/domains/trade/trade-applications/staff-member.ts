/** A member of staff, as recorded in logs. */
export interface StaffMember {
  personId: string;
  name: string;
}
