CREATE SCHEMA "auth";
--> statement-breakpoint
CREATE TABLE "action_request" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"action_id" uuid NOT NULL,
	"conversation_id" uuid,
	"input" jsonb NOT NULL,
	"status" text NOT NULL,
	"result" text,
	"decided_by" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "action_request_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "action_request" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "agent" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"default_type" text,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"description" text NOT NULL,
	"provider" text,
	"model" text,
	"status" text NOT NULL,
	"capabilities" text[] NOT NULL,
	"personality" text NOT NULL,
	"specializations" text[] NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "agent_by_default" UNIQUE("tenant_id","default_type")
);
--> statement-breakpoint
ALTER TABLE "agent" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "agent_action" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"method" text NOT NULL,
	"url" text NOT NULL,
	"parameters" jsonb NOT NULL,
	"encrypted_headers" text,
	"header_names" text[] NOT NULL,
	"needs_confirmation" boolean NOT NULL,
	"is_enabled" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "agent_action_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "agent_action_by_name" UNIQUE("tenant_id","agent_id","name")
);
--> statement-breakpoint
ALTER TABLE "agent_action" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "agent_work" (
	"tenant_id" uuid NOT NULL,
	"agent_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"answers" integer NOT NULL,
	"helped" integer NOT NULL,
	"failed" integer NOT NULL,
	"latency_ms" integer NOT NULL,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "agent_work_tenant_id_conversation_id_agent_id_pk" PRIMARY KEY("tenant_id","conversation_id","agent_id")
);
--> statement-breakpoint
ALTER TABLE "agent_work" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "escalation" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"guest_id" uuid,
	"reason" text NOT NULL,
	"priority" text NOT NULL,
	"user_input" text NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "escalation_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "escalation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "question_group" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"faq_id" uuid,
	"closed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "question_group_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "question_group" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ticket_brief" (
	"tenant_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"status" text NOT NULL,
	"summary" text DEFAULT '' NOT NULL,
	"reply" text DEFAULT '' NOT NULL,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"model" text,
	"up_to_seq" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_brief_tenant_id_ticket_id_pk" PRIMARY KEY("tenant_id","ticket_id")
);
--> statement-breakpoint
ALTER TABLE "ticket_brief" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "unanswered_question" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"group_id" uuid,
	"text" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"signature" text[] DEFAULT '{}' NOT NULL,
	"outcome" text NOT NULL,
	"confidence" real,
	"nearest_faq_id" uuid,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "unanswered_question_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "unanswered_question" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "conversation" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"channel" text NOT NULL,
	"context" text DEFAULT 'general' NOT NULL,
	"state" text NOT NULL,
	"guest_id" uuid,
	"customer_id" uuid,
	"ticket_id" uuid,
	"language" text DEFAULT 'en' NOT NULL,
	"agent" jsonb,
	"seq" integer DEFAULT 0 NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	"preview" text DEFAULT '' NOT NULL,
	"failed_attempts" integer DEFAULT 0 NOT NULL,
	"offer_reason" text,
	"offer_priority" text,
	"offer_prompt_at" timestamp (3) with time zone,
	"answer_due_at" timestamp (3) with time zone,
	"answered_seq" integer DEFAULT 0 NOT NULL,
	"answer_lease_until" timestamp (3) with time zone,
	"context_from_seq" integer DEFAULT 0 NOT NULL,
	"seen_by_customer_seq" integer DEFAULT 0 NOT NULL,
	"seen_by_team_seq" integer DEFAULT 0 NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversation_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversation" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "file" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"message_id" uuid,
	"uploaded_by_kind" text NOT NULL,
	"uploaded_by_id" uuid NOT NULL,
	"name" text NOT NULL,
	"mime" text NOT NULL,
	"size" integer NOT NULL,
	"is_image" boolean NOT NULL,
	"storage_key" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "file_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "file" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"changed_seq" integer NOT NULL,
	"author" text NOT NULL,
	"author_id" uuid,
	"author_name" text,
	"visibility" text DEFAULT 'public' NOT NULL,
	"kind" text DEFAULT 'text' NOT NULL,
	"body" text NOT NULL,
	"state" text DEFAULT 'complete' NOT NULL,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"suggestions" text[] DEFAULT '{}' NOT NULL,
	"confidence" real,
	"helpful" boolean,
	"origin" jsonb,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "message_by_seq" UNIQUE("tenant_id","conversation_id","seq")
);
--> statement-breakpoint
ALTER TABLE "message" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "customer" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"claimed_by" uuid,
	"email_verified_at" timestamp (3) with time zone,
	"plan" text DEFAULT 'Basic' NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"joined_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_active_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "customer_by_email" UNIQUE NULLS NOT DISTINCT("tenant_id","email","claimed_by")
);
--> statement-breakpoint
ALTER TABLE "customer" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "guest" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"customer_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "guest_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "guest_by_token" UNIQUE("tenant_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "guest" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "auth"."account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."audit_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"action" text NOT NULL,
	"tenant_id" uuid,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_email" text,
	"address" text,
	"request_id" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth"."sign_in_attempt" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"address" text NOT NULL,
	"device" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."user" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"platform_role" text,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "auth"."verification" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"summary" text NOT NULL,
	"body" text NOT NULL,
	"category" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"is_published" boolean DEFAULT true NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "article_by_slug" UNIQUE("tenant_id","slug")
);
--> statement-breakpoint
ALTER TABLE "article" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "article_vote" (
	"tenant_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"guest_id" uuid NOT NULL,
	"is_helpful" boolean NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "article_vote_tenant_id_article_id_guest_id_pk" PRIMARY KEY("tenant_id","article_id","guest_id")
);
--> statement-breakpoint
ALTER TABLE "article_vote" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "business_profile" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"profile" jsonb,
	"completed_steps" integer[] DEFAULT '{}' NOT NULL,
	"onboarding_completed_at" timestamp (3) with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone,
	"updated_by" uuid
);
--> statement-breakpoint
ALTER TABLE "business_profile" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_passage" (
	"tenant_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"heading" text,
	"page" integer,
	"text" text NOT NULL,
	CONSTRAINT "document_passage_tenant_id_document_id_position_pk" PRIMARY KEY("tenant_id","document_id","position")
);
--> statement-breakpoint
ALTER TABLE "document_passage" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "faq" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"phrasings" text[] DEFAULT '{}' NOT NULL,
	"category" text DEFAULT 'General' NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"is_published" boolean DEFAULT true NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"created_by" uuid,
	"created_by_name" text,
	"import_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "faq_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "faq" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "knowledge_import" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"rows" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"faults" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"on_duplicate" text DEFAULT 'skip' NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "knowledge_import_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_import" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "knowledge_samples" (
	"tenant_id" uuid NOT NULL,
	"faq_samples_at" timestamp (3) with time zone,
	"document_samples_at" timestamp (3) with time zone,
	CONSTRAINT "knowledge_samples_tenant_id_pk" PRIMARY KEY("tenant_id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_samples" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "knowledge_use" (
	"tenant_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"source_id" uuid NOT NULL,
	"confidence" real,
	"is_helpful" boolean,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "knowledge_use_tenant_id_message_id_kind_source_id_pk" PRIMARY KEY("tenant_id","message_id","kind","source_id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_use" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "training_document" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"category" text NOT NULL,
	"content" text NOT NULL,
	"size" integer DEFAULT 0 NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"status" text NOT NULL,
	"failure" text,
	"progress" integer DEFAULT 0 NOT NULL,
	"source" text DEFAULT 'text' NOT NULL,
	"origin" text,
	"storage_key" text,
	"pages" integer,
	"is_demo" boolean DEFAULT false NOT NULL,
	"uploaded_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"uploaded_by" uuid,
	"queued_at" timestamp (3) with time zone,
	"processed_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "training_document_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "training_document" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "memory" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"guest_id" uuid,
	"customer_id" uuid,
	"visit_count" integer DEFAULT 0 NOT NULL,
	"total_interactions" integer DEFAULT 0 NOT NULL,
	"timezone" text,
	"language" text,
	"content" jsonb NOT NULL,
	"first_visit_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "memory_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "memory_by_guest" UNIQUE("tenant_id","guest_id"),
	CONSTRAINT "memory_by_customer" UNIQUE("tenant_id","customer_id"),
	CONSTRAINT "memory_has_one_owner" CHECK (num_nonnulls(guest_id, customer_id) = 1)
);
--> statement-breakpoint
ALTER TABLE "memory" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "email_notification" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"type" text NOT NULL,
	"ticket_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"limit_key" text,
	"admitted_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "email_notification_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "email_notification" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_attempt" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"conversation_id" uuid,
	"message_id" uuid,
	"guest_id" uuid,
	"agent_id" uuid,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"position" integer NOT NULL,
	"fault" text,
	"input_tokens" integer NOT NULL,
	"output_tokens" integer NOT NULL,
	"is_estimated" boolean DEFAULT false NOT NULL,
	"cost_micro_cents" bigint NOT NULL,
	"price_version" text,
	"first_token_ms" integer,
	"latency_ms" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ai_attempt_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "ai_attempt" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_policy" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"provider_order" text[] NOT NULL,
	"first_provider" text DEFAULT 'by_task' NOT NULL,
	"response_priority" text NOT NULL,
	"guest_daily_cents" integer,
	"tenant_daily_cents" integer,
	"cheaper_from_percent" integer NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid,
	"updated_by_name" text
);
--> statement-breakpoint
ALTER TABLE "ai_policy" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_provider" (
	"tenant_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"encrypted_key" text,
	"key_end" text,
	"key_changed_at" timestamp (3) with time zone,
	"status" text DEFAULT 'untested' NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"model" text,
	"base_url" text,
	"input_cents" double precision,
	"output_cents" double precision,
	CONSTRAINT "ai_provider_tenant_id_provider_pk" PRIMARY KEY("tenant_id","provider")
);
--> statement-breakpoint
ALTER TABLE "ai_provider" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ai_spending" (
	"tenant_id" uuid NOT NULL,
	"day" date NOT NULL,
	"subject_id" uuid NOT NULL,
	"micro_cents" bigint NOT NULL,
	CONSTRAINT "ai_spending_tenant_id_day_subject_id_pk" PRIMARY KEY("tenant_id","day","subject_id")
);
--> statement-breakpoint
ALTER TABLE "ai_spending" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "quality_run" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"trigger" text NOT NULL,
	"started_by_name" text,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"passed" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "quality_run_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "quality_run" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "test_question" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"question" text NOT NULL,
	"expected" jsonb NOT NULL,
	"origin" text DEFAULT 'manual' NOT NULL,
	"message_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_question_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "test_question" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "test_result" (
	"tenant_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"test_question_id" uuid NOT NULL,
	"result" jsonb NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_result_tenant_id_run_id_test_question_id_pk" PRIMARY KEY("tenant_id","run_id","test_question_id")
);
--> statement-breakpoint
ALTER TABLE "test_result" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "activity_log" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"action" text NOT NULL,
	"type" text NOT NULL,
	"ticket_id" uuid,
	"ticket_subject" text,
	"actor_kind" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text NOT NULL,
	"actor_email" text,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "activity_log_tenant_id_id_pk" PRIMARY KEY("tenant_id","id")
);
--> statement-breakpoint
ALTER TABLE "activity_log" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "member" (
	"tenant_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp (3) with time zone,
	CONSTRAINT "member_tenant_id_user_id_pk" PRIMARY KEY("tenant_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "member" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tenant" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'ACTIVE' NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"custom_domain" text,
	"embed_origins" text[] DEFAULT '{}' NOT NULL,
	"business_info" jsonb NOT NULL,
	"branding" jsonb NOT NULL,
	"ai_settings" jsonb NOT NULL,
	"customer_experience" jsonb NOT NULL,
	"flood_notice_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tenant_slug_unique" UNIQUE("slug"),
	CONSTRAINT "tenant_custom_domain_unique" UNIQUE("custom_domain")
);
--> statement-breakpoint
ALTER TABLE "tenant" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "tenant_counter" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"last_ticket_number" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tenant_counter" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ticket" (
	"tenant_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"number" integer NOT NULL,
	"conversation_id" uuid NOT NULL,
	"customer_id" uuid,
	"customer_name" text DEFAULT 'Anonymous Customer' NOT NULL,
	"customer_email" text,
	"subject" text DEFAULT 'Support Request' NOT NULL,
	"description" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"priority" text DEFAULT 'medium' NOT NULL,
	"priority_label" text NOT NULL,
	"category" text DEFAULT 'general' NOT NULL,
	"source" text NOT NULL,
	"assignee_id" uuid,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"escalation_reason" text,
	"preview" text DEFAULT '' NOT NULL,
	"last_customer_seq" integer DEFAULT 0 NOT NULL,
	"rating" integer,
	"rating_comment" text,
	"rated_at" timestamp (3) with time zone,
	"escalate_at" timestamp (3) with time zone,
	"first_response_at" timestamp (3) with time zone,
	"resolved_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"is_demo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"last_message_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (strip(to_tsvector('simple', translate(regexp_replace(replace(normalize(subject || ' ' || left(description, 4000) || ' ' || customer_name || ' ' || coalesce(customer_email, ''), NFD), 'ß', 'ss'), '[\u0300-\u036f]', '', 'g'), '@._-/+:<>&#%=?~', repeat(' ', 15))))) STORED,
	CONSTRAINT "ticket_tenant_id_id_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "ticket_by_number" UNIQUE("tenant_id","number"),
	CONSTRAINT "ticket_by_conversation" UNIQUE("tenant_id","conversation_id")
);
--> statement-breakpoint
ALTER TABLE "ticket" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "ticket_read" (
	"tenant_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"seen_seq" integer NOT NULL,
	CONSTRAINT "ticket_read_tenant_id_ticket_id_user_id_pk" PRIMARY KEY("tenant_id","ticket_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "ticket_read" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "action_request" ADD CONSTRAINT "action_request_tenant_id_action_id_agent_action_tenant_id_id_fk" FOREIGN KEY ("tenant_id","action_id") REFERENCES "public"."agent_action"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "action_request" ADD CONSTRAINT "action_request_tenant_id_conversation_id_conversation_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversation"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent" ADD CONSTRAINT "agent_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_action" ADD CONSTRAINT "agent_action_tenant_id_agent_id_agent_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agent"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_work" ADD CONSTRAINT "agent_work_tenant_id_agent_id_agent_tenant_id_id_fk" FOREIGN KEY ("tenant_id","agent_id") REFERENCES "public"."agent"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agent_work" ADD CONSTRAINT "agent_work_tenant_id_conversation_id_conversation_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversation"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalation" ADD CONSTRAINT "escalation_tenant_id_conversation_id_conversation_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversation"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_group" ADD CONSTRAINT "question_group_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_brief" ADD CONSTRAINT "ticket_brief_tenant_id_ticket_id_ticket_tenant_id_id_fk" FOREIGN KEY ("tenant_id","ticket_id") REFERENCES "public"."ticket"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unanswered_question" ADD CONSTRAINT "unanswered_question_tenant_id_conversation_id_conversation_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversation"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "unanswered_question" ADD CONSTRAINT "unanswered_question_tenant_id_group_id_question_group_tenant_id_id_fk" FOREIGN KEY ("tenant_id","group_id") REFERENCES "public"."question_group"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation" ADD CONSTRAINT "conversation_tenant_id_customer_id_customer_tenant_id_id_fk" FOREIGN KEY ("tenant_id","customer_id") REFERENCES "public"."customer"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file" ADD CONSTRAINT "file_tenant_id_message_id_message_tenant_id_id_fk" FOREIGN KEY ("tenant_id","message_id") REFERENCES "public"."message"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message" ADD CONSTRAINT "message_tenant_id_conversation_id_conversation_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversation"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest" ADD CONSTRAINT "guest_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest" ADD CONSTRAINT "guest_tenant_id_customer_id_customer_tenant_id_id_fk" FOREIGN KEY ("tenant_id","customer_id") REFERENCES "public"."customer"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article" ADD CONSTRAINT "article_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_vote" ADD CONSTRAINT "article_vote_tenant_id_article_id_article_tenant_id_id_fk" FOREIGN KEY ("tenant_id","article_id") REFERENCES "public"."article"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_vote" ADD CONSTRAINT "article_vote_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_profile" ADD CONSTRAINT "business_profile_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_passage" ADD CONSTRAINT "document_passage_tenant_id_document_id_training_document_tenant_id_id_fk" FOREIGN KEY ("tenant_id","document_id") REFERENCES "public"."training_document"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "faq" ADD CONSTRAINT "faq_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_import" ADD CONSTRAINT "knowledge_import_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_samples" ADD CONSTRAINT "knowledge_samples_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_use" ADD CONSTRAINT "knowledge_use_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "training_document" ADD CONSTRAINT "training_document_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory" ADD CONSTRAINT "memory_tenant_id_guest_id_guest_tenant_id_id_fk" FOREIGN KEY ("tenant_id","guest_id") REFERENCES "public"."guest"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memory" ADD CONSTRAINT "memory_tenant_id_customer_id_customer_tenant_id_id_fk" FOREIGN KEY ("tenant_id","customer_id") REFERENCES "public"."customer"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_notification" ADD CONSTRAINT "email_notification_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_attempt" ADD CONSTRAINT "ai_attempt_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_policy" ADD CONSTRAINT "ai_policy_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_provider" ADD CONSTRAINT "ai_provider_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ai_spending" ADD CONSTRAINT "ai_spending_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quality_run" ADD CONSTRAINT "quality_run_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_question" ADD CONSTRAINT "test_question_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_tenant_id_run_id_quality_run_tenant_id_id_fk" FOREIGN KEY ("tenant_id","run_id") REFERENCES "public"."quality_run"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_result" ADD CONSTRAINT "test_result_tenant_id_test_question_id_test_question_tenant_id_id_fk" FOREIGN KEY ("tenant_id","test_question_id") REFERENCES "public"."test_question"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_log" ADD CONSTRAINT "activity_log_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member" ADD CONSTRAINT "member_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_counter" ADD CONSTRAINT "tenant_counter_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_tenant_id_tenant_id_fk" FOREIGN KEY ("tenant_id") REFERENCES "public"."tenant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_tenant_id_conversation_id_conversation_tenant_id_id_fk" FOREIGN KEY ("tenant_id","conversation_id") REFERENCES "public"."conversation"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_tenant_id_customer_id_customer_tenant_id_id_fk" FOREIGN KEY ("tenant_id","customer_id") REFERENCES "public"."customer"("tenant_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket" ADD CONSTRAINT "ticket_tenant_id_assignee_id_member_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","assignee_id") REFERENCES "public"."member"("tenant_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_read" ADD CONSTRAINT "ticket_read_tenant_id_ticket_id_ticket_tenant_id_id_fk" FOREIGN KEY ("tenant_id","ticket_id") REFERENCES "public"."ticket"("tenant_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_read" ADD CONSTRAINT "ticket_read_tenant_id_user_id_member_tenant_id_user_id_fk" FOREIGN KEY ("tenant_id","user_id") REFERENCES "public"."member"("tenant_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "action_request_by_time" ON "action_request" USING btree ("tenant_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "agent_work_by_time" ON "agent_work" USING btree ("tenant_id","last_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "escalation_by_conversation" ON "escalation" USING btree ("tenant_id","conversation_id","at");--> statement-breakpoint
CREATE INDEX "escalation_by_guest" ON "escalation" USING btree ("tenant_id","guest_id","at");--> statement-breakpoint
CREATE INDEX "unanswered_question_by_time" ON "unanswered_question" USING btree ("tenant_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "unanswered_question_by_group" ON "unanswered_question" USING btree ("tenant_id","group_id","at");--> statement-breakpoint
CREATE INDEX "unanswered_question_by_conversation" ON "unanswered_question" USING btree ("tenant_id","conversation_id");--> statement-breakpoint
CREATE INDEX "conversation_by_guest" ON "conversation" USING btree ("tenant_id","guest_id","updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversation_by_customer" ON "conversation" USING btree ("tenant_id","customer_id","updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "conversation_unanswered" ON "conversation" USING btree ("answer_due_at") WHERE answer_due_at is not null;--> statement-breakpoint
CREATE INDEX "conversation_answering" ON "conversation" USING btree ("answer_lease_until") WHERE answer_lease_until is not null;--> statement-breakpoint
CREATE INDEX "file_by_message" ON "file" USING btree ("tenant_id","message_id");--> statement-breakpoint
CREATE INDEX "file_sizes" ON "file" USING btree ("tenant_id","size");--> statement-breakpoint
CREATE INDEX "file_unsent_sizes" ON "file" USING btree ("tenant_id","uploaded_by_id","size") WHERE message_id is null;--> statement-breakpoint
CREATE INDEX "message_by_change" ON "message" USING btree ("tenant_id","conversation_id","changed_seq");--> statement-breakpoint
CREATE INDEX "guest_by_customer" ON "guest" USING btree ("tenant_id","customer_id");--> statement-breakpoint
CREATE INDEX "account_by_user" ON "auth"."account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_by_time" ON "auth"."audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "session_by_user" ON "auth"."session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "attempt_by_email" ON "auth"."sign_in_attempt" USING btree ("email","at");--> statement-breakpoint
CREATE INDEX "attempt_by_address" ON "auth"."sign_in_attempt" USING btree ("address","at");--> statement-breakpoint
CREATE INDEX "attempt_by_device" ON "auth"."sign_in_attempt" USING btree ("device","at") WHERE device is not null;--> statement-breakpoint
CREATE INDEX "article_by_title" ON "article" USING btree ("tenant_id","title","id");--> statement-breakpoint
CREATE INDEX "faq_by_import" ON "faq" USING btree ("tenant_id","import_id") WHERE import_id is not null;--> statement-breakpoint
CREATE INDEX "faq_by_change" ON "faq" USING btree ("tenant_id","updated_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "knowledge_import_by_time" ON "knowledge_import" USING btree ("tenant_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "knowledge_use_by_time" ON "knowledge_use" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "knowledge_use_by_source" ON "knowledge_use" USING btree ("tenant_id","kind","source_id","at");--> statement-breakpoint
CREATE INDEX "document_by_time" ON "training_document" USING btree ("tenant_id","uploaded_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "document_unprocessed" ON "training_document" USING btree ("queued_at") WHERE status = 'processing';--> statement-breakpoint
CREATE INDEX "outbox_by_ticket" ON "email_notification" USING btree ("tenant_id","ticket_id");--> statement-breakpoint
CREATE INDEX "outbox_by_limit" ON "email_notification" USING btree ("tenant_id","limit_key","admitted_at") WHERE admitted_at is not null;--> statement-breakpoint
CREATE INDEX "outbox_unsent" ON "email_notification" USING btree ("created_at") WHERE status <> 'sent';--> statement-breakpoint
CREATE INDEX "attempt_by_time" ON "ai_attempt" USING btree ("tenant_id","at");--> statement-breakpoint
CREATE INDEX "attempt_by_conversation" ON "ai_attempt" USING btree ("tenant_id","conversation_id","at");--> statement-breakpoint
CREATE INDEX "quality_run_by_time" ON "quality_run" USING btree ("tenant_id","started_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "test_question_by_time" ON "test_question" USING btree ("tenant_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "test_question_by_message" ON "test_question" USING btree ("tenant_id","message_id");--> statement-breakpoint
CREATE INDEX "test_result_by_question" ON "test_result" USING btree ("tenant_id","test_question_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_by_time" ON "activity_log" USING btree ("tenant_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "activity_by_ticket" ON "activity_log" USING btree ("tenant_id","ticket_id","at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "member_by_user" ON "member" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ticket_by_time" ON "ticket" USING btree ("tenant_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ticket_by_status" ON "ticket" USING btree ("tenant_id","status","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ticket_by_assignee" ON "ticket" USING btree ("tenant_id","assignee_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ticket_by_customer" ON "ticket" USING btree ("tenant_id","customer_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ticket_by_creation" ON "ticket" USING btree ("tenant_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ticket_by_resolution" ON "ticket" USING btree ("tenant_id","resolved_at") WHERE resolved_at is not null;--> statement-breakpoint
CREATE INDEX "ticket_counted" ON "ticket" USING btree ("tenant_id","status") WHERE not is_demo;--> statement-breakpoint
CREATE INDEX "ticket_demo" ON "ticket" USING btree ("tenant_id") WHERE is_demo;--> statement-breakpoint
CREATE INDEX "ticket_to_escalate" ON "ticket" USING btree ("escalate_at") WHERE escalate_at is not null;--> statement-breakpoint
CREATE INDEX "ticket_resolved" ON "ticket" USING btree ("resolved_at") WHERE status = 'resolved';--> statement-breakpoint
CREATE POLICY "own_tenant" ON "action_request" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "agent" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "agent_action" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "agent_work" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "escalation" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "question_group" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ticket_brief" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "unanswered_question" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "conversation" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "file" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "message" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "customer" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "guest" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "article" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "article_vote" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "business_profile" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "document_passage" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "faq" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "knowledge_import" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "knowledge_samples" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "knowledge_use" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "training_document" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "memory" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "email_notification" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ai_attempt" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ai_policy" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ai_provider" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ai_spending" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "quality_run" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "test_question" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "test_result" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "activity_log" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "member" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "tenant" AS PERMISSIVE FOR ALL TO public USING (id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "tenant_counter" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ticket" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "own_tenant" ON "ticket_read" AS PERMISSIVE FOR ALL TO public USING (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)) WITH CHECK (tenant_id = (select nullif(current_setting('app.tenant_id', true), '')::uuid));--> statement-breakpoint
-- From here on by hand: what the schema files cannot declare.

-- Full-text search inside one tenant. btree_gin is a trusted extension of every PostgreSQL.
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
CREATE INDEX "ticket_search" ON "ticket" USING gin ("tenant_id", "search");
--> statement-breakpoint
CREATE INDEX "file_unsent" ON "file" ("created_at") WHERE "message_id" IS NULL;
--> statement-breakpoint
-- Functions that bypass Row-Level Security. Each is SECURITY DEFINER with a pinned search path, states why it must read across
-- tenants, and returns no more than that. The catalogue test lists them, and docs/security-model.md gives their reasons.

-- At sign-in the tenant is not known yet: it follows from the account.
CREATE FUNCTION memberships_of(p_user uuid)
RETURNS TABLE (tenant_id uuid, slug text, name text, primary_color text, is_demo boolean, role text, member_name text, email text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.id, t.slug, t.name, t.branding->>'primaryColor', t.is_demo, m.role, m.name, m.email
  FROM public.member m JOIN public.tenant t ON t.id = m.tenant_id
  WHERE m.user_id = p_user AND m.removed_at IS NULL AND t.status = 'ACTIVE'
  ORDER BY m.created_at, t.id
$$;
--> statement-breakpoint
-- A portal link names its business by its public slug.
CREATE FUNCTION portal_of(p_slug text) RETURNS TABLE (tenant_id uuid, status text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT id, status FROM public.tenant WHERE slug = p_slug
$$;
--> statement-breakpoint
-- A portal may be reached under the business's own domain.
CREATE FUNCTION portal_by_domain(p_host text) RETURNS TABLE (slug text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT slug FROM public.tenant WHERE custom_domain = p_host
$$;
--> statement-breakpoint
-- The tickets of the current tenant that contain the search words, newest first. Under Row-Level Security the GIN index is not used
-- (the match operator is not leakproof), so the tenant is filtered here, from the session's own setting and never from an argument.
-- The parser divides some words ("2e72d64b" is the number 2e72 and the word d64b) and asks for their parts in sequence; the index
-- holds no positions, so it is asked that each part occurs.
CREATE FUNCTION search_tickets(p_query text, p_limit integer) RETURNS TABLE (id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.id FROM public.ticket t
  WHERE t.tenant_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid)
    AND t.search @@ replace(to_tsquery('simple', p_query)::text, '<->', '&')::tsquery
  ORDER BY t.last_message_at DESC
  LIMIT p_limit
$$;
--> statement-breakpoint
-- Recurring jobs look for due work over all tenants. They get ids only and then open each tenant by itself.
-- A lease that ran out belonged to a worker that died, whether or not an answer is still due: its unfinished message must be ended.
CREATE FUNCTION overdue_answers(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, conversation_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT c.tenant_id, c.id FROM public.conversation c
  WHERE (c.answer_due_at < p_before AND c.answer_lease_until IS NULL) OR c.answer_lease_until < now()
  ORDER BY c.answer_due_at LIMIT p_limit
$$;
--> statement-breakpoint
CREATE FUNCTION tickets_to_close(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, ticket_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.tenant_id, t.id FROM public.ticket t
  WHERE t.status = 'resolved' AND t.resolved_at < p_before ORDER BY t.resolved_at LIMIT p_limit
$$;
--> statement-breakpoint
CREATE FUNCTION tickets_to_escalate(p_now timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, ticket_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.tenant_id, t.id FROM public.ticket t WHERE t.escalate_at < p_now ORDER BY t.escalate_at LIMIT p_limit
$$;
--> statement-breakpoint
CREATE FUNCTION unsent_mail(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, outbox_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT e.tenant_id, e.id FROM public.email_notification e
  WHERE e.status = 'pending' AND e.created_at < p_before ORDER BY e.created_at LIMIT p_limit
$$;
--> statement-breakpoint
CREATE FUNCTION unsent_files(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, file_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT f.tenant_id, f.id FROM public.file f
  WHERE f.message_id IS NULL AND f.created_at < p_before ORDER BY f.created_at LIMIT p_limit
$$;
--> statement-breakpoint
CREATE FUNCTION unprocessed_documents(p_before timestamptz, p_limit integer) RETURNS TABLE (tenant_id uuid, document_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT d.tenant_id, d.id FROM public.training_document d
  WHERE d.status = 'processing' AND (d.queued_at IS NULL OR d.queued_at < p_before) ORDER BY d.queued_at NULLS FIRST LIMIT p_limit
$$;
--> statement-breakpoint
-- Whoever loses the right to listen: the commit ends their live streams on every node (server/src/platform/live/packet.ts). Triggers, so
-- that no way of withdrawing the right can forget it. The arguments are the kind of who it concerns and the column of their id.
CREATE FUNCTION end_streams() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog AS $$
BEGIN
  PERFORM pg_notify('segue_live',
    json_build_object('revoke', json_build_object(TG_ARGV[0], to_jsonb(OLD) ->> TG_ARGV[1]))::text);
  RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER end_streams_of_ended_session AFTER DELETE ON "auth"."session" FOR EACH ROW
  WHEN (OLD.expires_at > now()) EXECUTE FUNCTION end_streams('userId', 'user_id');
--> statement-breakpoint
CREATE TRIGGER end_streams_of_shortened_session AFTER UPDATE OF expires_at ON "auth"."session" FOR EACH ROW
  WHEN (NEW.expires_at < OLD.expires_at) EXECUTE FUNCTION end_streams('userId', 'user_id');
--> statement-breakpoint
CREATE TRIGGER end_streams_of_changed_account AFTER UPDATE OF disabled_at, platform_role ON "auth"."user" FOR EACH ROW
  WHEN (NEW.disabled_at IS DISTINCT FROM OLD.disabled_at OR NEW.platform_role IS DISTINCT FROM OLD.platform_role)
  EXECUTE FUNCTION end_streams('userId', 'id');
--> statement-breakpoint
CREATE TRIGGER end_streams_of_deleted_member AFTER DELETE ON "member" FOR EACH ROW
  EXECUTE FUNCTION end_streams('userId', 'user_id');
--> statement-breakpoint
CREATE TRIGGER end_streams_of_changed_member AFTER UPDATE OF role, removed_at ON "member" FOR EACH ROW
  WHEN (NEW.role IS DISTINCT FROM OLD.role OR NEW.removed_at IS DISTINCT FROM OLD.removed_at)
  EXECUTE FUNCTION end_streams('userId', 'user_id');
--> statement-breakpoint
CREATE TRIGGER end_streams_of_shortened_guest AFTER UPDATE OF expires_at ON "guest" FOR EACH ROW
  WHEN (NEW.expires_at < OLD.expires_at) EXECUTE FUNCTION end_streams('guestId', 'id');
--> statement-breakpoint
-- Guests that go with their tenant are many, and the trigger of the tenant ends their streams.
CREATE TRIGGER end_streams_of_deleted_guest AFTER DELETE ON "guest" FOR EACH ROW
  WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION end_streams('guestId', 'id');
--> statement-breakpoint
CREATE TRIGGER end_streams_of_changed_tenant AFTER UPDATE OF status ON "tenant" FOR EACH ROW
  WHEN (NEW.status IS DISTINCT FROM OLD.status) EXECUTE FUNCTION end_streams('tenantId', 'id');
--> statement-breakpoint
CREATE TRIGGER end_streams_of_deleted_tenant AFTER DELETE ON "tenant" FOR EACH ROW
  EXECUTE FUNCTION end_streams('tenantId', 'id');
