-- Counts an attempt to sign in, or gives the milliseconds until one is allowed (server/src/identity/sign-in-attempts.ts has the rule and
-- its limits). One statement, so that the locks last as long as the count and the insert, not as long as a client's round trips. Each
-- statement of a volatile function sees what was committed before it, so also what was committed while it waited for the locks.
CREATE FUNCTION auth.open_sign_in_attempt(
  attempt uuid, of_email text, of_address text, of_device text, moment timestamptz, limits jsonb
) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE
  time_window interval := make_interval(secs => (limits->>'windowMs')::double precision / 1000);
  -- The times at which the oldest failure that counts leaves the window, one for each limit that is reached.
  allowed_at timestamptz;
  failures integer;
  newest timestamptz;
BEGIN
  -- An attempt that a crash of the database forgets allows one more; waiting for the disk would delay every sign-in of an address.
  PERFORM set_config('synchronous_commit', 'off', true);
  IF of_device IS NOT NULL THEN
    PERFORM pg_advisory_xact_lock(hashtext('attempt by email at devices'), hashtext(of_email));
    SELECT max(at) + time_window INTO allowed_at FROM (
      (SELECT at FROM auth.sign_in_attempt WHERE device = of_device AND at > moment - time_window
       ORDER BY at DESC OFFSET (limits->>'perDevice')::integer - 1 LIMIT 1)
      UNION ALL
      (SELECT at FROM auth.sign_in_attempt WHERE device IS NOT NULL AND email = of_email AND at > moment - time_window
       ORDER BY at DESC OFFSET (limits->>'perAccountAtDevices')::integer - 1 LIMIT 1)
    ) reached;
  ELSE
    PERFORM pg_advisory_xact_lock(hashtext('attempt by email'), hashtext(of_email));
    PERFORM pg_advisory_xact_lock(hashtext('attempt by address'), hashtext(of_address));
    SELECT max(at) + time_window INTO allowed_at FROM (
      (SELECT at FROM auth.sign_in_attempt
       WHERE device IS NULL AND email = of_email AND address = of_address AND at > moment - time_window
       ORDER BY at DESC OFFSET (limits->>'perAccountAndAddress')::integer - 1 LIMIT 1)
      UNION ALL
      (SELECT at FROM auth.sign_in_attempt WHERE device IS NULL AND address = of_address AND at > moment - time_window
       ORDER BY at DESC OFFSET (limits->>'perAddress')::integer - 1 LIMIT 1)
    ) reached;
    SELECT count(*), max(at) INTO failures, newest FROM auth.sign_in_attempt
    WHERE device IS NULL AND email = of_email AND at > moment - time_window;
    IF failures >= (limits->>'undelayed')::integer THEN
      allowed_at := greatest(allowed_at, newest + make_interval(secs => least(
        (limits->>'longestDelayMs')::double precision,
        (limits->>'firstDelayMs')::double precision * 2.0 ^ least(failures - (limits->>'undelayed')::integer, 30)
      ) / 1000));
    END IF;
  END IF;
  IF allowed_at > moment THEN
    RETURN extract(epoch FROM allowed_at - moment) * 1000;
  END IF;
  INSERT INTO auth.sign_in_attempt (id, email, address, device, at) VALUES (attempt, of_email, of_address, of_device, moment);
  RETURN 0;
END
$$;
