export interface PasswordResets {
  /**
   * Replaces an earlier one of the person. false: not a member of this organization alone, or one
   * of the staff.
   */
  create(
    organization_id: string,
    reset: { user_id: string; token_hash: string; expires_at: string },
  ): Promise<boolean>
  /** The id of the person whose password it may set; null: unknown, used or expired. */
  find(token_hash: string, now: string): Promise<string | null>
  /** Sets the password and ends every session; returns the person's id, or null. */
  accept(token_hash: string, password_hash: string, now: string): Promise<string | null>
}
