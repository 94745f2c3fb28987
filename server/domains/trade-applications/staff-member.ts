/** Who of the staff does something, as the records name them. */
export interface StaffMember {
  personId: string;
  name: string;
}
