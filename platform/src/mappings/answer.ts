/** Which mapping is answered, and how. */
export interface Answer {
  userId: number;
  vendorId: number;
  customerId: number;
  activated: boolean;
}

/** A party of a mapping; its row is held. */
export interface Party {
  id: number;
  brandname: string;
  is_disabled: boolean;
}
