CREATE TABLE assistants (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  name            text COLLATE "C" NOT NULL,
  description     text COLLATE "C" NOT NULL,
  status          text COLLATE "C" NOT NULL CHECK (status IN ('active', 'archived', 'disabled')),
  model           text COLLATE "C" NOT NULL,
  instruction     text COLLATE "C",
  revision        integer NOT NULL,
  created_at      text COLLATE "C" NOT NULL,
  updated_at      text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX assistants_listed ON assistants (organization_id, created_at, id);

CREATE TABLE assistant_collections (
  organization_id text COLLATE "C" NOT NULL,
  assistant_id    text COLLATE "C" NOT NULL,
  position        integer NOT NULL,
  collection_id   text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, assistant_id, position),
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id),
  FOREIGN KEY (organization_id, collection_id) REFERENCES collections (organization_id, id)
);

CREATE TABLE behaviours (
  organization_id text COLLATE "C" NOT NULL,
  assistant_id    text COLLATE "C" NOT NULL,
  revision        integer NOT NULL,
  strictness      text COLLATE "C" NOT NULL CHECK (strictness IN ('strict', 'balanced', 'open')),
  follow_ups      smallint NOT NULL CHECK (follow_ups IN (0, 1)),
  greeting        text COLLATE "C",
  declined        text COLLATE "C",
  PRIMARY KEY (organization_id, assistant_id),
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id)
);

CREATE TABLE brandings (
  organization_id text COLLATE "C" PRIMARY KEY,
  layer           text COLLATE "C" NOT NULL,
  revision        integer NOT NULL,
  updated_at      text COLLATE "C" NOT NULL,
  updated_by      text COLLATE "C"
);

CREATE TABLE curated_answers (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  questions       text COLLATE "C" NOT NULL,
  text            text COLLATE "C" NOT NULL,
  links           text COLLATE "C" NOT NULL,
  assistant_ids   text COLLATE "C",
  valid_until     text COLLATE "C",
  enabled         smallint NOT NULL CHECK (enabled IN (0, 1)),
  revision        integer NOT NULL,
  used_count      integer NOT NULL DEFAULT 0,
  last_used_at    text COLLATE "C",
  created_at      text COLLATE "C" NOT NULL,
  updated_at      text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX curated_answers_listed ON curated_answers (organization_id, created_at, id);

-- Whose a widget key is, is told by `secrets`.
CREATE TABLE deployments (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  name            text COLLATE "C" NOT NULL,
  widget_key      text COLLATE "C" NOT NULL,
  assistant_id    text COLLATE "C" NOT NULL,
  created_at      text COLLATE "C" NOT NULL,
  created_by      text COLLATE "C",
  expires_at      text COLLATE "C",
  revoked_at      text COLLATE "C",
  last_used_at    text COLLATE "C",
  appearance      text COLLATE "C" NOT NULL DEFAULT '{}',
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, name),
  UNIQUE (organization_id, widget_key),
  FOREIGN KEY (organization_id, assistant_id) REFERENCES assistants (organization_id, id)
);
CREATE INDEX deployments_listed ON deployments (organization_id, created_at, id);

CREATE TABLE deployment_origins (
  organization_id text COLLATE "C" NOT NULL,
  deployment_id   text COLLATE "C" NOT NULL,
  origin          text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, deployment_id, origin),
  FOREIGN KEY (organization_id, deployment_id) REFERENCES deployments (organization_id, id)
);

CREATE TABLE origins_seen (
  organization_id text COLLATE "C" NOT NULL,
  deployment_id   text COLLATE "C" NOT NULL,
  origin          text COLLATE "C" NOT NULL,
  widget_version  text COLLATE "C",
  last_seen_at    text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, deployment_id, origin),
  FOREIGN KEY (organization_id, deployment_id) REFERENCES deployments (organization_id, id)
);

CREATE TABLE refusals (
  organization_id text COLLATE "C" NOT NULL,
  deployment_id   text COLLATE "C" NOT NULL,
  origin          text COLLATE "C" NOT NULL,
  reason          text COLLATE "C" NOT NULL,
  count           integer NOT NULL,
  last_at         text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, deployment_id, origin, reason),
  FOREIGN KEY (organization_id, deployment_id) REFERENCES deployments (organization_id, id)
);
CREATE INDEX refusals_listed ON refusals (organization_id, deployment_id, last_at);

CREATE TABLE visitors (
  organization_id text COLLATE "C" NOT NULL,
  id              text COLLATE "C" NOT NULL,
  deployment_id   text COLLATE "C" NOT NULL,
  token_hash      text COLLATE "C" NOT NULL,
  first_seen_at   text COLLATE "C" NOT NULL,
  expires_at      text COLLATE "C" NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, token_hash),
  FOREIGN KEY (organization_id, deployment_id) REFERENCES deployments (organization_id, id)
);
CREATE INDEX visitors_listed ON visitors (organization_id, first_seen_at, id);
CREATE INDEX visitors_of_deployment ON visitors (organization_id, deployment_id, first_seen_at, id);

CREATE TABLE spending (
  organization_id text COLLATE "C" PRIMARY KEY,
  day             text COLLATE "C" NOT NULL,
  tokens          bigint NOT NULL
);

CREATE TABLE webhooks (
  organization_id text COLLATE "C" PRIMARY KEY,
  url             text COLLATE "C" NOT NULL,
  events          text COLLATE "C" NOT NULL,
  enabled         smallint NOT NULL CHECK (enabled IN (0, 1)),
  secret          text COLLATE "C" NOT NULL,
  created_at      text COLLATE "C" NOT NULL,
  updated_at      text COLLATE "C" NOT NULL
);

CREATE TABLE deliveries (
  organization_id text COLLATE "C" NOT NULL REFERENCES webhooks (organization_id) ON DELETE CASCADE,
  id              text COLLATE "C" NOT NULL,
  event           text COLLATE "C" NOT NULL,
  data            text COLLATE "C" NOT NULL,
  status          text COLLATE "C" NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts        integer NOT NULL DEFAULT 0,
  last_status     integer,
  created_at      text COLLATE "C" NOT NULL,
  next_attempt_at text COLLATE "C",
  owner           text COLLATE "C",
  lease_until     text COLLATE "C",
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX deliveries_listed ON deliveries (organization_id, created_at, id);
CREATE INDEX deliveries_due ON deliveries (organization_id, next_attempt_at)
  WHERE status = 'pending';
CREATE INDEX deliveries_held ON deliveries (organization_id, owner) WHERE owner IS NOT NULL;

CREATE TABLE usage (
  organization_id text COLLATE "C" NOT NULL,
  day             text COLLATE "C" NOT NULL,
  assistant_id    text COLLATE "C" NOT NULL,
  model           text COLLATE "C" NOT NULL,
  channel         text COLLATE "C" NOT NULL,
  questions       bigint NOT NULL DEFAULT 0,
  answers         bigint NOT NULL DEFAULT 0,
  abstained       bigint NOT NULL DEFAULT 0,
  small_talk      bigint NOT NULL DEFAULT 0,
  clarifications  bigint NOT NULL DEFAULT 0,
  curated         bigint NOT NULL DEFAULT 0,
  interrupted     bigint NOT NULL DEFAULT 0,
  failed          bigint NOT NULL DEFAULT 0,
  follow_ups      bigint NOT NULL DEFAULT 0,
  input_tokens    bigint NOT NULL DEFAULT 0,
  output_tokens   bigint NOT NULL DEFAULT 0,
  ratings_up      bigint NOT NULL DEFAULT 0,
  ratings_down    bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, day, assistant_id, model, channel)
);
