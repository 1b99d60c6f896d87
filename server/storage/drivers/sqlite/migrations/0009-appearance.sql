-- What the owner set of a deployment's widget, as a JSON object with only the fields that are set.
ALTER TABLE deployments ADD COLUMN appearance TEXT NOT NULL DEFAULT '{}';
