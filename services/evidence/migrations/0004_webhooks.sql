-- Addresses to which the site sends its events.
CREATE TABLE webhooks (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  -- May contain secrets of the receiver in its path or query.
  address text NOT NULL,
  description text NOT NULL,
  events text[] NOT NULL,
  -- The secret is derived from this and a key that is not in the database.
  secret_id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- The former secret signs too, until then.
  former_secret_id uuid,
  former_secret_until timestamptz,
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused', 'disabled')),
  disabled_reason text CHECK (disabled_reason IN ('failing', 'gone')),
  disabled_at timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz,
  -- The receiver has asked for a pause until then.
  not_before timestamptz NOT NULL DEFAULT '-infinity',
  -- The instance that sends to it, and the end of its lease.
  holder uuid,
  busy_until timestamptz NOT NULL DEFAULT '-infinity',
  created_at timestamptz NOT NULL DEFAULT now()
);

-- What is sent: one message for an event, whatever the number of webhooks.
CREATE TABLE webhook_messages (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Of the event on the bus, so that a repeated event makes no second message.
  event_id text NOT NULL,
  type text NOT NULL,
  -- The JSON text, because the signature covers its bytes.
  body text NOT NULL,
  -- The boycott whose text the message has, and the response if it is the text of one; null if it has no such text.
  boycott_id text,
  response_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (event_id, type)
);

CREATE INDEX webhook_messages_created_at ON webhook_messages (created_at);
CREATE INDEX webhook_messages_boycott ON webhook_messages (boycott_id) WHERE boycott_id IS NOT NULL;

CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  webhook_id uuid NOT NULL REFERENCES webhooks ON DELETE CASCADE,
  message_id uuid NOT NULL REFERENCES webhook_messages ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  -- Since the event or the latest replay.
  attempts smallint NOT NULL DEFAULT 0,
  first_attempt_at timestamptz,
  last_attempt_at timestamptz,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  -- The latest response, or why there was none.
  status smallint,
  failure text,
  milliseconds integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (webhook_id, message_id)
);

CREATE INDEX webhook_deliveries_due ON webhook_deliveries (webhook_id, next_attempt_at) WHERE state = 'waiting';
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, created_at DESC, id DESC);
CREATE INDEX webhook_deliveries_message ON webhook_deliveries (message_id);
