/** SQL of a live turn, whose conversation is locked first. */
export const LOCKED = `
    SELECT live_turns.*, assistant_id, channel
      FROM conversations
      JOIN live_turns
        ON live_turns.organization_id = :organization_id AND conversation_id = conversations.id
     WHERE conversations.organization_id = :organization_id AND answer_id = :answer_id
       FOR UPDATE`

export const GROW = `
  UPDATE live_turns
     SET text = :text, citations = :citations, lease_until = :until
   WHERE organization_id = :organization_id AND answer_id = :answer_id`
