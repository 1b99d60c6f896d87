-- An owner's question is looked up by its words, whether or not its section was found.
CREATE INDEX section_questions_of_owners
  ON section_questions (organization_id, words)
  WHERE origin = 'owner';
