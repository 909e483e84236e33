/* biome-ignore-all format lint: made by `npm run docs` from the OpenAPI document. */
export interface paths {
    "/api/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The team
         * @description API keys need the scope `team:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "name": "Ada Park",
                         *           "email": "ada@example.org",
                         *           "role": "owner",
                         *           "availability": "available"
                         *         }
                         *       ]
                         *     }
                         */
                        "application/json": {
                            items: {
                                /**
                                 * Format: uuid
                                 * @description Id of a user (UUID)
                                 */
                                id: string;
                                name: string;
                                email: string;
                                /** @enum {string} */
                                role: "owner" | "admin" | "agent";
                                /** @enum {string} */
                                availability: "available" | "away";
                            }[];
                        };
                    };
                };
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The teams
         * @description API keys need the scope `team:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "name": "Ada Park",
                         *           "memberIds": [
                         *             "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76"
                         *           ],
                         *           "ticketLimit": 1
                         *         }
                         *       ]
                         *     }
                         */
                        "application/json": {
                            items: {
                                /**
                                 * Format: uuid
                                 * @description Id of a team (UUID)
                                 */
                                id: string;
                                name: string;
                                memberIds: string[];
                                ticketLimit: number | null;
                            }[];
                        };
                    };
                };
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers/{customerId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A customer with figures, addresses and memory
         * @description API keys need the scope `customers:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a customer (UUID) */
                    customerId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "customer": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park",
                         *         "email": "ada@example.org",
                         *         "emailStatus": "verified",
                         *         "plan": "Basic",
                         *         "status": "Active",
                         *         "isDemo": true,
                         *         "joinedAt": "2026-01-15T10:00:00.000Z",
                         *         "lastActiveAt": "2026-01-15T10:00:00.000Z",
                         *         "attributes": {},
                         *         "blockedAt": "2026-01-15T10:00:00.000Z",
                         *         "version": 1
                         *       },
                         *       "visit": {
                         *         "page": "text",
                         *         "source": "text",
                         *         "medium": "text",
                         *         "campaign": "text"
                         *       },
                         *       "externalIds": [
                         *         "text"
                         *       ],
                         *       "statistics": {
                         *         "tickets": 1,
                         *         "openTickets": 1,
                         *         "chats": 1,
                         *         "averageRating": 1,
                         *         "ratings": 1
                         *       },
                         *       "merged": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "name": "Ada Park",
                         *           "email": "ada@example.org",
                         *           "emailStatus": "verified",
                         *           "lastActiveAt": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ],
                         *       "merges": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "name": "Ada Park",
                         *           "by": "text",
                         *           "at": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ],
                         *       "sameEmail": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "name": "Ada Park",
                         *           "emailStatus": "verified",
                         *           "lastActiveAt": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ],
                         *       "memory": {
                         *         "visitCount": 1,
                         *         "firstVisitAt": "2026-01-15T10:00:00.000Z",
                         *         "lastSeenAt": "2026-01-15T10:00:00.000Z",
                         *         "totalInteractions": 1,
                         *         "timezone": "Europe/Berlin",
                         *         "preferredLanguage": "text",
                         *         "communicationStyle": "concise",
                         *         "technicalLevel": "beginner",
                         *         "emotionalState": "calm",
                         *         "preferredSolutions": [
                         *           "steps"
                         *         ],
                         *         "learningPreferences": [
                         *           "examples"
                         *         ],
                         *         "personalityTraits": [
                         *           "polite"
                         *         ],
                         *         "escalationPattern": "quick",
                         *         "knownIssues": [
                         *           {
                         *             "category": "authentication",
                         *             "topic": "password",
                         *             "issue": "text",
                         *             "count": 1,
                         *             "firstAt": "2026-01-15T10:00:00.000Z",
                         *             "lastAt": "2026-01-15T10:00:00.000Z"
                         *           }
                         *         ],
                         *         "resolvedIssues": [
                         *           {
                         *             "category": "authentication",
                         *             "topic": "password",
                         *             "at": "2026-01-15T10:00:00.000Z"
                         *           }
                         *         ],
                         *         "successfulSolutions": [
                         *           {
                         *             "title": "Delivery times",
                         *             "at": "2026-01-15T10:00:00.000Z"
                         *           }
                         *         ],
                         *         "commonQuestions": [
                         *           {
                         *             "question": "When will my order arrive?",
                         *             "count": 1,
                         *             "at": "2026-01-15T10:00:00.000Z"
                         *           }
                         *         ],
                         *         "satisfaction": [
                         *           {
                         *             "stars": 1,
                         *             "at": "2026-01-15T10:00:00.000Z"
                         *           }
                         *         ],
                         *         "recentExchanges": [
                         *           {
                         *             "conversationId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *             "context": "general",
                         *             "question": "When will my order arrive?",
                         *             "answer": "Within three working days.",
                         *             "isHelpful": true,
                         *             "at": "2026-01-15T10:00:00.000Z"
                         *           }
                         *         ],
                         *         "escalations": [
                         *           {
                         *             "reason": "human_requested",
                         *             "priority": "low",
                         *             "words": "text",
                         *             "at": "2026-01-15T10:00:00.000Z"
                         *           }
                         *         ]
                         *       },
                         *       "can": {
                         *         "erase": true,
                         *         "export": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            customer: {
                                /**
                                 * Format: uuid
                                 * @description Id of a customer (UUID)
                                 */
                                id: string;
                                name: string;
                                email: string | null;
                                emailStatus: ("verified" | "entered" | "claimed") | null;
                                /** @enum {string} */
                                plan: "Basic" | "Pro" | "Business" | "Enterprise";
                                /** @enum {string} */
                                status: "Active" | "Blocked";
                                isDemo: boolean;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                joinedAt: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                lastActiveAt: string;
                                attributes: {
                                    [key: string]: string | number | boolean;
                                };
                                blockedAt: string | null;
                                version: number;
                            };
                            visit: {
                                page: string | null;
                                source: string | null;
                                medium: string | null;
                                campaign: string | null;
                            } | null;
                            externalIds: string[];
                            statistics: {
                                tickets: number;
                                openTickets: number;
                                chats: number;
                                averageRating: number | null;
                                ratings: number;
                            };
                            merged: {
                                /**
                                 * Format: uuid
                                 * @description Id of a customer (UUID)
                                 */
                                id: string;
                                name: string;
                                email: string | null;
                                emailStatus: ("verified" | "entered" | "claimed") | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                lastActiveAt: string;
                            }[];
                            merges: {
                                /**
                                 * Format: uuid
                                 * @description Id of a customerMerge (UUID)
                                 */
                                id: string;
                                name: string | null;
                                by: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                at: string;
                            }[];
                            sameEmail: {
                                /**
                                 * Format: uuid
                                 * @description Id of a customer (UUID)
                                 */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                emailStatus: "verified" | "entered" | "claimed";
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                lastActiveAt: string;
                            }[];
                            memory: {
                                visitCount: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                firstVisitAt: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                lastSeenAt: string;
                                totalInteractions: number;
                                timezone: string | null;
                                preferredLanguage: string | null;
                                communicationStyle: ("concise" | "detailed") | null;
                                technicalLevel: ("beginner" | "advanced") | null;
                                emotionalState: ("calm" | "pleased" | "frustrated" | "hurried") | null;
                                preferredSolutions: ("steps" | "article" | "person")[];
                                learningPreferences: ("examples" | "pictures" | "videos")[];
                                personalityTraits: ("polite" | "impatient" | "thorough")[];
                                escalationPattern: ("quick" | "patient") | null;
                                knownIssues: {
                                    /** @enum {string} */
                                    category: "authentication" | "billing" | "technical";
                                    /** @enum {string} */
                                    topic: "password" | "sign_in" | "second_factor" | "locked_account" | "refund" | "double_charge" | "payment" | "invoice" | "subscription" | "error" | "broken" | "slow" | "connection" | "installation" | "integration";
                                    issue: string;
                                    count: number;
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 instant, UTC
                                     */
                                    firstAt: string;
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 instant, UTC
                                     */
                                    lastAt: string;
                                }[];
                                resolvedIssues: {
                                    /** @enum {string} */
                                    category: "authentication" | "billing" | "technical";
                                    /** @enum {string} */
                                    topic: "password" | "sign_in" | "second_factor" | "locked_account" | "refund" | "double_charge" | "payment" | "invoice" | "subscription" | "error" | "broken" | "slow" | "connection" | "installation" | "integration";
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 instant, UTC
                                     */
                                    at: string;
                                }[];
                                successfulSolutions: {
                                    title: string;
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 instant, UTC
                                     */
                                    at: string;
                                }[];
                                commonQuestions: {
                                    question: string;
                                    count: number;
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 instant, UTC
                                     */
                                    at: string;
                                }[];
                                satisfaction: {
                                    stars: number;
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 instant, UTC
                                     */
                                    at: string;
                                }[];
                                recentExchanges: {
                                    /**
                                     * Format: uuid
                                     * @description Id of a conversation (UUID)
                                     */
                                    conversationId: string;
                                    /** @enum {string} */
                                    context: "general" | "technical" | "billing" | "issue";
                                    question: string;
                                    answer: string;
                                    isHelpful: boolean | null;
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 instant, UTC
                                     */
                                    at: string;
                                }[];
                                escalations: {
                                    /** @enum {string} */
                                    reason: "human_requested" | "frustration_detected" | "three_attempts" | "complex_issue" | "urgent_issue" | "score";
                                    /** @enum {string} */
                                    priority: "low" | "medium" | "high" | "urgent";
                                    words: string;
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 instant, UTC
                                     */
                                    at: string;
                                }[];
                            } | null;
                            can: {
                                erase: boolean;
                                export: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change name, plan or attributes of a customer
         * @description API keys need the scope `customers:write`.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a customer (UUID) */
                    customerId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "version": 1
                     *     }
                     */
                    "application/json": {
                        version: number;
                        name?: string;
                        /** @enum {string} */
                        plan?: "Basic" | "Pro" | "Business" | "Enterprise";
                        attributes?: {
                            [key: string]: (string | number | boolean) | null;
                        };
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "name": "Ada Park",
                         *       "email": "ada@example.org",
                         *       "emailStatus": "verified",
                         *       "plan": "Basic",
                         *       "status": "Active",
                         *       "isDemo": true,
                         *       "joinedAt": "2026-01-15T10:00:00.000Z",
                         *       "lastActiveAt": "2026-01-15T10:00:00.000Z",
                         *       "attributes": {},
                         *       "blockedAt": "2026-01-15T10:00:00.000Z",
                         *       "version": 1
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a customer (UUID)
                             */
                            id: string;
                            name: string;
                            email: string | null;
                            emailStatus: ("verified" | "entered" | "claimed") | null;
                            /** @enum {string} */
                            plan: "Basic" | "Pro" | "Business" | "Enterprise";
                            /** @enum {string} */
                            status: "Active" | "Blocked";
                            isDemo: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            joinedAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            lastActiveAt: string;
                            attributes: {
                                [key: string]: string | number | boolean;
                            };
                            blockedAt: string | null;
                            version: number;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        trace?: never;
    };
    "/api/customers/{customerId}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Block a customer, or end the block
         * @description API keys need the scope `customers:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a customer (UUID) */
                    customerId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "isBlocked": true
                     *     }
                     */
                    "application/json": {
                        isBlocked: boolean;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "name": "Ada Park",
                         *       "email": "ada@example.org",
                         *       "emailStatus": "verified",
                         *       "plan": "Basic",
                         *       "status": "Active",
                         *       "isDemo": true,
                         *       "joinedAt": "2026-01-15T10:00:00.000Z",
                         *       "lastActiveAt": "2026-01-15T10:00:00.000Z",
                         *       "attributes": {},
                         *       "blockedAt": "2026-01-15T10:00:00.000Z",
                         *       "version": 1
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a customer (UUID)
                             */
                            id: string;
                            name: string;
                            email: string | null;
                            emailStatus: ("verified" | "entered" | "claimed") | null;
                            /** @enum {string} */
                            plan: "Basic" | "Pro" | "Business" | "Enterprise";
                            /** @enum {string} */
                            status: "Active" | "Blocked";
                            isDemo: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            joinedAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            lastActiveAt: string;
                            attributes: {
                                [key: string]: string | number | boolean;
                            };
                            blockedAt: string | null;
                            version: number;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers/{customerId}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a note about a customer
         * @description API keys need the scope `customers:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a customer (UUID) */
                    customerId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                     *       "body": "It is on its way."
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of a customerNote (UUID)
                         */
                        id: string;
                        body: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "authorName": "text",
                         *       "body": "It is on its way.",
                         *       "at": "2026-01-15T10:00:00.000Z",
                         *       "canDelete": true
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a customerNote (UUID)
                             */
                            id: string;
                            authorName: string;
                            body: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            at: string;
                            canDelete: boolean;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers/{customerId}/notes/{customerNoteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a note about a customer
         * @description API keys need the scope `customers:write`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a customer (UUID) */
                    customerId: string;
                    /** @description Id of a customerNote (UUID) */
                    customerNoteId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "deleted": true
                         *     }
                         */
                        "application/json": {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customer-attributes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The attributes that the business keeps of its customers
         * @description API keys need the scope `customers:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "name": "Ada Park",
                         *           "type": "text",
                         *           "options": [
                         *             "text"
                         *           ]
                         *         }
                         *       ],
                         *       "can": {
                         *         "edit": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            items: {
                                /**
                                 * Format: uuid
                                 * @description Id of a customerAttribute (UUID)
                                 */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "text" | "number" | "date" | "yes_no" | "choice";
                                options: string[];
                            }[];
                            can: {
                                edit: boolean;
                            };
                        };
                    };
                };
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers/{customerId}/merges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge another customer into this one
         * @description API keys need the scope `customers:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a customer (UUID) */
                    customerId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                     *       "version": 1,
                     *       "from": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                     *       "fromVersion": 1,
                     *       "take": {
                     *         "name": true,
                     *         "plan": true,
                     *         "attributes": [
                     *           "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76"
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of a customerMerge (UUID)
                         */
                        id: string;
                        version: number;
                        /**
                         * Format: uuid
                         * @description Id of a customer (UUID)
                         */
                        from: string;
                        fromVersion: number;
                        take: {
                            name: boolean;
                            plan: boolean;
                            attributes: string[];
                        };
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "name": "Ada Park",
                         *       "email": "ada@example.org",
                         *       "emailStatus": "verified",
                         *       "plan": "Basic",
                         *       "status": "Active",
                         *       "isDemo": true,
                         *       "joinedAt": "2026-01-15T10:00:00.000Z",
                         *       "lastActiveAt": "2026-01-15T10:00:00.000Z",
                         *       "attributes": {},
                         *       "blockedAt": "2026-01-15T10:00:00.000Z",
                         *       "version": 1
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a customer (UUID)
                             */
                            id: string;
                            name: string;
                            email: string | null;
                            emailStatus: ("verified" | "entered" | "claimed") | null;
                            /** @enum {string} */
                            plan: "Basic" | "Pro" | "Business" | "Enterprise";
                            /** @enum {string} */
                            status: "Active" | "Blocked";
                            isDemo: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            joinedAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            lastActiveAt: string;
                            attributes: {
                                [key: string]: string | number | boolean;
                            };
                            blockedAt: string | null;
                            version: number;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers/{customerId}/merges/{customerMergeId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a merge of customers
         * @description API keys need the scope `customers:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a customer (UUID) */
                    customerId: string;
                    /** @description Id of a customerMerge (UUID) */
                    customerMergeId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "version": 1
                     *     }
                     */
                    "application/json": {
                        version: number;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "name": "Ada Park",
                         *       "email": "ada@example.org",
                         *       "emailStatus": "verified",
                         *       "plan": "Basic",
                         *       "status": "Active",
                         *       "isDemo": true,
                         *       "joinedAt": "2026-01-15T10:00:00.000Z",
                         *       "lastActiveAt": "2026-01-15T10:00:00.000Z",
                         *       "attributes": {},
                         *       "blockedAt": "2026-01-15T10:00:00.000Z",
                         *       "version": 1
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a customer (UUID)
                             */
                            id: string;
                            name: string;
                            email: string | null;
                            emailStatus: ("verified" | "entered" | "claimed") | null;
                            /** @enum {string} */
                            plan: "Basic" | "Pro" | "Business" | "Enterprise";
                            /** @enum {string} */
                            status: "Active" | "Blocked";
                            isDemo: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            joinedAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            lastActiveAt: string;
                            attributes: {
                                [key: string]: string | number | boolean;
                            };
                            blockedAt: string | null;
                            version: number;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers/{customerId}/split": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a merged customer off again
         * @description API keys need the scope `customers:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a customer (UUID) */
                    customerId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "version": 1,
                     *       "part": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76"
                     *     }
                     */
                    "application/json": {
                        version: number;
                        /**
                         * Format: uuid
                         * @description Id of a customer (UUID)
                         */
                        part: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "name": "Ada Park",
                         *       "email": "ada@example.org",
                         *       "emailStatus": "verified",
                         *       "plan": "Basic",
                         *       "status": "Active",
                         *       "isDemo": true,
                         *       "joinedAt": "2026-01-15T10:00:00.000Z",
                         *       "lastActiveAt": "2026-01-15T10:00:00.000Z",
                         *       "attributes": {},
                         *       "blockedAt": "2026-01-15T10:00:00.000Z",
                         *       "version": 1
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a customer (UUID)
                             */
                            id: string;
                            name: string;
                            email: string | null;
                            emailStatus: ("verified" | "entered" | "claimed") | null;
                            /** @enum {string} */
                            plan: "Basic" | "Pro" | "Business" | "Enterprise";
                            /** @enum {string} */
                            status: "Active" | "Blocked";
                            isDemo: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            joinedAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            lastActiveAt: string;
                            attributes: {
                                [key: string]: string | number | boolean;
                            };
                            blockedAt: string | null;
                            version: number;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/articles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The help articles of the business, drafts included
         * @description API keys need the scope `knowledge:read`.
         */
        get: {
            parameters: {
                query?: {
                    search?: string;
                    category?: "Basics" | "Technical" | "Billing" | "Support" | "Features" | "Security";
                    language?: "en" | "es" | "fr" | "de";
                    status?: "published" | "draft" | "starter" | "archived";
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "slug": "delivery-times",
                         *           "title": "Delivery times",
                         *           "summary": "How long a delivery takes.",
                         *           "category": "Basics",
                         *           "language": "en",
                         *           "status": "published",
                         *           "isStarter": true,
                         *           "isDemo": true,
                         *           "views": 1,
                         *           "helpful": 1,
                         *           "notHelpful": 1,
                         *           "version": 1,
                         *           "updatedAt": "2026-01-15T10:00:00.000Z",
                         *           "updatedByName": "text"
                         *         }
                         *       ],
                         *       "nextCursor": "eyJhdCI6IjIwMjYtMDEtMTUifQ",
                         *       "canEdit": true
                         *     }
                         */
                        "application/json": {
                            items: {
                                /**
                                 * Format: uuid
                                 * @description Id of a article (UUID)
                                 */
                                id: string;
                                slug: string;
                                title: string;
                                summary: string;
                                /** @enum {string} */
                                category: "Basics" | "Technical" | "Billing" | "Support" | "Features" | "Security";
                                /** @enum {string} */
                                language: "en" | "es" | "fr" | "de";
                                /** @enum {string} */
                                status: "published" | "changed" | "draft" | "archived";
                                isStarter: boolean;
                                isDemo: boolean;
                                views: number;
                                helpful: number;
                                notHelpful: number;
                                version: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                updatedAt: string;
                                updatedByName: string | null;
                            }[];
                            nextCursor: string | null;
                            canEdit: boolean;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        /**
         * Write a help article as a draft
         * @description API keys need the scope `knowledge:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "title": "Delivery times",
                     *       "summary": "How long a delivery takes.",
                     *       "body": "It is on its way.",
                     *       "category": "Basics",
                     *       "language": "en",
                     *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76"
                     *     }
                     */
                    "application/json": {
                        title: string;
                        summary: string;
                        body: string;
                        /** @enum {string} */
                        category: "Basics" | "Technical" | "Billing" | "Support" | "Features" | "Security";
                        /** @enum {string} */
                        language: "en" | "es" | "fr" | "de";
                        /**
                         * Format: uuid
                         * @description Id of a article (UUID)
                         */
                        id: string;
                        /** @default null */
                        translationOf?: string | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "slug": "delivery-times",
                         *       "title": "Delivery times",
                         *       "summary": "How long a delivery takes.",
                         *       "category": "Basics",
                         *       "language": "en",
                         *       "status": "published",
                         *       "isStarter": true,
                         *       "isDemo": true,
                         *       "views": 1,
                         *       "helpful": 1,
                         *       "notHelpful": 1,
                         *       "version": 1,
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedByName": "text",
                         *       "draft": {
                         *         "title": "Delivery times",
                         *         "summary": "How long a delivery takes.",
                         *         "body": "It is on its way.",
                         *         "category": "Basics",
                         *         "language": "en"
                         *       },
                         *       "versions": [
                         *         {
                         *           "number": 1,
                         *           "title": "Delivery times",
                         *           "savedByName": "text",
                         *           "savedAt": "2026-01-15T10:00:00.000Z",
                         *           "publishedAt": "2026-01-15T10:00:00.000Z",
                         *           "isLive": true
                         *         }
                         *       ],
                         *       "translations": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "language": "en",
                         *           "title": "Delivery times",
                         *           "status": "published"
                         *         }
                         *       ],
                         *       "answers": 1,
                         *       "reasons": [
                         *         {
                         *           "reason": "out_of_date",
                         *           "count": 1
                         *         }
                         *       ],
                         *       "comments": [
                         *         {
                         *           "reason": "out_of_date",
                         *           "comment": "text",
                         *           "at": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ]
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a article (UUID)
                             */
                            id: string;
                            slug: string;
                            title: string;
                            summary: string;
                            /** @enum {string} */
                            category: "Basics" | "Technical" | "Billing" | "Support" | "Features" | "Security";
                            /** @enum {string} */
                            language: "en" | "es" | "fr" | "de";
                            /** @enum {string} */
                            status: "published" | "changed" | "draft" | "archived";
                            isStarter: boolean;
                            isDemo: boolean;
                            views: number;
                            helpful: number;
                            notHelpful: number;
                            version: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                            updatedByName: string | null;
                            draft: {
                                title: string;
                                summary: string;
                                body: string;
                                /** @enum {string} */
                                category: "Basics" | "Technical" | "Billing" | "Support" | "Features" | "Security";
                                /** @enum {string} */
                                language: "en" | "es" | "fr" | "de";
                            };
                            versions: {
                                number: number;
                                title: string;
                                savedByName: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                savedAt: string;
                                publishedAt: string | null;
                                isLive: boolean;
                            }[];
                            translations: {
                                /**
                                 * Format: uuid
                                 * @description Id of a article (UUID)
                                 */
                                id: string;
                                /** @enum {string} */
                                language: "en" | "es" | "fr" | "de";
                                title: string;
                                /** @enum {string} */
                                status: "published" | "changed" | "draft" | "archived";
                            }[];
                            answers: number;
                            reasons: {
                                /** @enum {string} */
                                reason: "out_of_date" | "not_answered" | "hard_to_understand" | "other";
                                count: number;
                            }[];
                            comments: {
                                /** @enum {string} */
                                reason: "out_of_date" | "not_answered" | "hard_to_understand" | "other";
                                comment: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                at: string;
                            }[];
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/articles/{articleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A help article with its draft and versions
         * @description API keys need the scope `knowledge:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a article (UUID) */
                    articleId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "slug": "delivery-times",
                         *       "title": "Delivery times",
                         *       "summary": "How long a delivery takes.",
                         *       "category": "Basics",
                         *       "language": "en",
                         *       "status": "published",
                         *       "isStarter": true,
                         *       "isDemo": true,
                         *       "views": 1,
                         *       "helpful": 1,
                         *       "notHelpful": 1,
                         *       "version": 1,
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedByName": "text",
                         *       "draft": {
                         *         "title": "Delivery times",
                         *         "summary": "How long a delivery takes.",
                         *         "body": "It is on its way.",
                         *         "category": "Basics",
                         *         "language": "en"
                         *       },
                         *       "versions": [
                         *         {
                         *           "number": 1,
                         *           "title": "Delivery times",
                         *           "savedByName": "text",
                         *           "savedAt": "2026-01-15T10:00:00.000Z",
                         *           "publishedAt": "2026-01-15T10:00:00.000Z",
                         *           "isLive": true
                         *         }
                         *       ],
                         *       "translations": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "language": "en",
                         *           "title": "Delivery times",
                         *           "status": "published"
                         *         }
                         *       ],
                         *       "answers": 1,
                         *       "reasons": [
                         *         {
                         *           "reason": "out_of_date",
                         *           "count": 1
                         *         }
                         *       ],
                         *       "comments": [
                         *         {
                         *           "reason": "out_of_date",
                         *           "comment": "text",
                         *           "at": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ]
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a article (UUID)
                             */
                            id: string;
                            slug: string;
                            title: string;
                            summary: string;
                            /** @enum {string} */
                            category: "Basics" | "Technical" | "Billing" | "Support" | "Features" | "Security";
                            /** @enum {string} */
                            language: "en" | "es" | "fr" | "de";
                            /** @enum {string} */
                            status: "published" | "changed" | "draft" | "archived";
                            isStarter: boolean;
                            isDemo: boolean;
                            views: number;
                            helpful: number;
                            notHelpful: number;
                            version: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                            updatedByName: string | null;
                            draft: {
                                title: string;
                                summary: string;
                                body: string;
                                /** @enum {string} */
                                category: "Basics" | "Technical" | "Billing" | "Support" | "Features" | "Security";
                                /** @enum {string} */
                                language: "en" | "es" | "fr" | "de";
                            };
                            versions: {
                                number: number;
                                title: string;
                                savedByName: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                savedAt: string;
                                publishedAt: string | null;
                                isLive: boolean;
                            }[];
                            translations: {
                                /**
                                 * Format: uuid
                                 * @description Id of a article (UUID)
                                 */
                                id: string;
                                /** @enum {string} */
                                language: "en" | "es" | "fr" | "de";
                                title: string;
                                /** @enum {string} */
                                status: "published" | "changed" | "draft" | "archived";
                            }[];
                            answers: number;
                            reasons: {
                                /** @enum {string} */
                                reason: "out_of_date" | "not_answered" | "hard_to_understand" | "other";
                                count: number;
                            }[];
                            comments: {
                                /** @enum {string} */
                                reason: "out_of_date" | "not_answered" | "hard_to_understand" | "other";
                                comment: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                at: string;
                            }[];
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        /**
         * Save a help article as a draft or publish it
         * @description API keys need the scope `knowledge:write`.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a article (UUID) */
                    articleId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "title": "Delivery times",
                     *       "summary": "How long a delivery takes.",
                     *       "body": "It is on its way.",
                     *       "category": "Basics",
                     *       "language": "en",
                     *       "version": 1,
                     *       "publish": true
                     *     }
                     */
                    "application/json": {
                        title: string;
                        summary: string;
                        body: string;
                        /** @enum {string} */
                        category: "Basics" | "Technical" | "Billing" | "Support" | "Features" | "Security";
                        /** @enum {string} */
                        language: "en" | "es" | "fr" | "de";
                        version: number;
                        publish: boolean;
                        /** @default null */
                        continues?: number | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "slug": "delivery-times",
                         *       "title": "Delivery times",
                         *       "summary": "How long a delivery takes.",
                         *       "category": "Basics",
                         *       "language": "en",
                         *       "status": "published",
                         *       "isStarter": true,
                         *       "isDemo": true,
                         *       "views": 1,
                         *       "helpful": 1,
                         *       "notHelpful": 1,
                         *       "version": 1,
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedByName": "text",
                         *       "draft": {
                         *         "title": "Delivery times",
                         *         "summary": "How long a delivery takes.",
                         *         "body": "It is on its way.",
                         *         "category": "Basics",
                         *         "language": "en"
                         *       },
                         *       "versions": [
                         *         {
                         *           "number": 1,
                         *           "title": "Delivery times",
                         *           "savedByName": "text",
                         *           "savedAt": "2026-01-15T10:00:00.000Z",
                         *           "publishedAt": "2026-01-15T10:00:00.000Z",
                         *           "isLive": true
                         *         }
                         *       ],
                         *       "translations": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "language": "en",
                         *           "title": "Delivery times",
                         *           "status": "published"
                         *         }
                         *       ],
                         *       "answers": 1,
                         *       "reasons": [
                         *         {
                         *           "reason": "out_of_date",
                         *           "count": 1
                         *         }
                         *       ],
                         *       "comments": [
                         *         {
                         *           "reason": "out_of_date",
                         *           "comment": "text",
                         *           "at": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ]
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a article (UUID)
                             */
                            id: string;
                            slug: string;
                            title: string;
                            summary: string;
                            /** @enum {string} */
                            category: "Basics" | "Technical" | "Billing" | "Support" | "Features" | "Security";
                            /** @enum {string} */
                            language: "en" | "es" | "fr" | "de";
                            /** @enum {string} */
                            status: "published" | "changed" | "draft" | "archived";
                            isStarter: boolean;
                            isDemo: boolean;
                            views: number;
                            helpful: number;
                            notHelpful: number;
                            version: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                            updatedByName: string | null;
                            draft: {
                                title: string;
                                summary: string;
                                body: string;
                                /** @enum {string} */
                                category: "Basics" | "Technical" | "Billing" | "Support" | "Features" | "Security";
                                /** @enum {string} */
                                language: "en" | "es" | "fr" | "de";
                            };
                            versions: {
                                number: number;
                                title: string;
                                savedByName: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                savedAt: string;
                                publishedAt: string | null;
                                isLive: boolean;
                            }[];
                            translations: {
                                /**
                                 * Format: uuid
                                 * @description Id of a article (UUID)
                                 */
                                id: string;
                                /** @enum {string} */
                                language: "en" | "es" | "fr" | "de";
                                title: string;
                                /** @enum {string} */
                                status: "published" | "changed" | "draft" | "archived";
                            }[];
                            answers: number;
                            reasons: {
                                /** @enum {string} */
                                reason: "out_of_date" | "not_answered" | "hard_to_understand" | "other";
                                count: number;
                            }[];
                            comments: {
                                /** @enum {string} */
                                reason: "out_of_date" | "not_answered" | "hard_to_understand" | "other";
                                comment: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                at: string;
                            }[];
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        post?: never;
        /**
         * Delete a help article with its versions
         * @description API keys need the scope `knowledge:write`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a article (UUID) */
                    articleId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "deleted": true
                         *     }
                         */
                        "application/json": {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/articles/{articleId}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a help article back
         * @description API keys need the scope `knowledge:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a article (UUID) */
                    articleId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "version": 1
                     *     }
                     */
                    "application/json": {
                        version: number;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "slug": "delivery-times",
                         *       "title": "Delivery times",
                         *       "summary": "How long a delivery takes.",
                         *       "category": "Basics",
                         *       "language": "en",
                         *       "status": "published",
                         *       "isStarter": true,
                         *       "isDemo": true,
                         *       "views": 1,
                         *       "helpful": 1,
                         *       "notHelpful": 1,
                         *       "version": 1,
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedByName": "text",
                         *       "draft": {
                         *         "title": "Delivery times",
                         *         "summary": "How long a delivery takes.",
                         *         "body": "It is on its way.",
                         *         "category": "Basics",
                         *         "language": "en"
                         *       },
                         *       "versions": [
                         *         {
                         *           "number": 1,
                         *           "title": "Delivery times",
                         *           "savedByName": "text",
                         *           "savedAt": "2026-01-15T10:00:00.000Z",
                         *           "publishedAt": "2026-01-15T10:00:00.000Z",
                         *           "isLive": true
                         *         }
                         *       ],
                         *       "translations": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "language": "en",
                         *           "title": "Delivery times",
                         *           "status": "published"
                         *         }
                         *       ],
                         *       "answers": 1,
                         *       "reasons": [
                         *         {
                         *           "reason": "out_of_date",
                         *           "count": 1
                         *         }
                         *       ],
                         *       "comments": [
                         *         {
                         *           "reason": "out_of_date",
                         *           "comment": "text",
                         *           "at": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ]
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a article (UUID)
                             */
                            id: string;
                            slug: string;
                            title: string;
                            summary: string;
                            /** @enum {string} */
                            category: "Basics" | "Technical" | "Billing" | "Support" | "Features" | "Security";
                            /** @enum {string} */
                            language: "en" | "es" | "fr" | "de";
                            /** @enum {string} */
                            status: "published" | "changed" | "draft" | "archived";
                            isStarter: boolean;
                            isDemo: boolean;
                            views: number;
                            helpful: number;
                            notHelpful: number;
                            version: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                            updatedByName: string | null;
                            draft: {
                                title: string;
                                summary: string;
                                body: string;
                                /** @enum {string} */
                                category: "Basics" | "Technical" | "Billing" | "Support" | "Features" | "Security";
                                /** @enum {string} */
                                language: "en" | "es" | "fr" | "de";
                            };
                            versions: {
                                number: number;
                                title: string;
                                savedByName: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                savedAt: string;
                                publishedAt: string | null;
                                isLive: boolean;
                            }[];
                            translations: {
                                /**
                                 * Format: uuid
                                 * @description Id of a article (UUID)
                                 */
                                id: string;
                                /** @enum {string} */
                                language: "en" | "es" | "fr" | "de";
                                title: string;
                                /** @enum {string} */
                                status: "published" | "changed" | "draft" | "archived";
                            }[];
                            answers: number;
                            reasons: {
                                /** @enum {string} */
                                reason: "out_of_date" | "not_answered" | "hard_to_understand" | "other";
                                count: number;
                            }[];
                            comments: {
                                /** @enum {string} */
                                reason: "out_of_date" | "not_answered" | "hard_to_understand" | "other";
                                comment: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                at: string;
                            }[];
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/articles/{articleId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a help article or bring it back
         * @description API keys need the scope `knowledge:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a article (UUID) */
                    articleId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "version": 1,
                     *       "archived": true
                     *     }
                     */
                    "application/json": {
                        version: number;
                        archived: boolean;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "slug": "delivery-times",
                         *       "title": "Delivery times",
                         *       "summary": "How long a delivery takes.",
                         *       "category": "Basics",
                         *       "language": "en",
                         *       "status": "published",
                         *       "isStarter": true,
                         *       "isDemo": true,
                         *       "views": 1,
                         *       "helpful": 1,
                         *       "notHelpful": 1,
                         *       "version": 1,
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedByName": "text",
                         *       "draft": {
                         *         "title": "Delivery times",
                         *         "summary": "How long a delivery takes.",
                         *         "body": "It is on its way.",
                         *         "category": "Basics",
                         *         "language": "en"
                         *       },
                         *       "versions": [
                         *         {
                         *           "number": 1,
                         *           "title": "Delivery times",
                         *           "savedByName": "text",
                         *           "savedAt": "2026-01-15T10:00:00.000Z",
                         *           "publishedAt": "2026-01-15T10:00:00.000Z",
                         *           "isLive": true
                         *         }
                         *       ],
                         *       "translations": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "language": "en",
                         *           "title": "Delivery times",
                         *           "status": "published"
                         *         }
                         *       ],
                         *       "answers": 1,
                         *       "reasons": [
                         *         {
                         *           "reason": "out_of_date",
                         *           "count": 1
                         *         }
                         *       ],
                         *       "comments": [
                         *         {
                         *           "reason": "out_of_date",
                         *           "comment": "text",
                         *           "at": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ]
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a article (UUID)
                             */
                            id: string;
                            slug: string;
                            title: string;
                            summary: string;
                            /** @enum {string} */
                            category: "Basics" | "Technical" | "Billing" | "Support" | "Features" | "Security";
                            /** @enum {string} */
                            language: "en" | "es" | "fr" | "de";
                            /** @enum {string} */
                            status: "published" | "changed" | "draft" | "archived";
                            isStarter: boolean;
                            isDemo: boolean;
                            views: number;
                            helpful: number;
                            notHelpful: number;
                            version: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                            updatedByName: string | null;
                            draft: {
                                title: string;
                                summary: string;
                                body: string;
                                /** @enum {string} */
                                category: "Basics" | "Technical" | "Billing" | "Support" | "Features" | "Security";
                                /** @enum {string} */
                                language: "en" | "es" | "fr" | "de";
                            };
                            versions: {
                                number: number;
                                title: string;
                                savedByName: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                savedAt: string;
                                publishedAt: string | null;
                                isLive: boolean;
                            }[];
                            translations: {
                                /**
                                 * Format: uuid
                                 * @description Id of a article (UUID)
                                 */
                                id: string;
                                /** @enum {string} */
                                language: "en" | "es" | "fr" | "de";
                                title: string;
                                /** @enum {string} */
                                status: "published" | "changed" | "draft" | "archived";
                            }[];
                            answers: number;
                            reasons: {
                                /** @enum {string} */
                                reason: "out_of_date" | "not_answered" | "hard_to_understand" | "other";
                                count: number;
                            }[];
                            comments: {
                                /** @enum {string} */
                                reason: "out_of_date" | "not_answered" | "hard_to_understand" | "other";
                                comment: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                at: string;
                            }[];
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List training documents
         * @description API keys need the scope `knowledge:read`.
         */
        get: {
            parameters: {
                query?: {
                    search?: string;
                    type?: "Manual" | "Policy" | "Procedure" | "FAQ" | "Guide" | "Troubleshooting" | "Product Info" | "Training Material";
                    category?: "General" | "Product Information" | "Support Guidelines" | "Technical Support" | "Business Policies" | "Training Materials";
                    status?: "processing" | "active" | "failed";
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "name": "Ada Park",
                         *           "type": "text",
                         *           "category": "general",
                         *           "status": "processing",
                         *           "progress": 1,
                         *           "failure": "empty",
                         *           "source": "text",
                         *           "origin": "text",
                         *           "size": 1,
                         *           "pages": 1,
                         *           "isDemo": true,
                         *           "uploadedAt": "2026-01-15T10:00:00.000Z",
                         *           "processedAt": "2026-01-15T10:00:00.000Z",
                         *           "uploadedBy": "text",
                         *           "version": 1,
                         *           "can": {
                         *             "edit": true,
                         *             "retry": true
                         *           }
                         *         }
                         *       ],
                         *       "nextCursor": "eyJhdCI6IjIwMjYtMDEtMTUifQ",
                         *       "total": 1,
                         *       "samples": 1,
                         *       "processing": 1,
                         *       "can": {
                         *         "edit": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            items: {
                                /**
                                 * Format: uuid
                                 * @description Id of a document (UUID)
                                 */
                                id: string;
                                name: string;
                                type: string;
                                category: string;
                                /** @enum {string} */
                                status: "processing" | "active" | "failed";
                                progress: number;
                                failure: ("empty" | "scanned" | "encrypted" | "damaged" | "binary" | "unsupported" | "too_large" | "too_long" | "slow" | "refused_address" | "unreachable" | "not_found" | "not_allowed" | "broken") | null;
                                /** @enum {string} */
                                source: "text" | "file" | "url";
                                origin: string | null;
                                size: number;
                                pages: number | null;
                                isDemo: boolean;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                uploadedAt: string;
                                processedAt: string | null;
                                uploadedBy: string | null;
                                version: number;
                                can: {
                                    edit: boolean;
                                    retry: boolean;
                                };
                            }[];
                            nextCursor: string | null;
                            total: number;
                            samples: number;
                            processing: number;
                            can: {
                                edit: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        /**
         * Add a training document as text
         * @description API keys need the scope `knowledge:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                     *       "name": "Ada Park",
                     *       "type": "Manual",
                     *       "content": "text"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of a document (UUID)
                         */
                        id: string;
                        name: string;
                        /** @enum {string} */
                        type: "Manual" | "Policy" | "Procedure" | "FAQ" | "Guide" | "Troubleshooting" | "Product Info" | "Training Material";
                        /**
                         * @default General
                         * @enum {string}
                         */
                        category?: "General" | "Product Information" | "Support Guidelines" | "Technical Support" | "Business Policies" | "Training Materials";
                        content: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "name": "Ada Park",
                         *       "type": "text",
                         *       "category": "general",
                         *       "status": "processing",
                         *       "progress": 1,
                         *       "failure": "empty",
                         *       "source": "text",
                         *       "origin": "text",
                         *       "size": 1,
                         *       "pages": 1,
                         *       "isDemo": true,
                         *       "uploadedAt": "2026-01-15T10:00:00.000Z",
                         *       "processedAt": "2026-01-15T10:00:00.000Z",
                         *       "uploadedBy": "text",
                         *       "version": 1,
                         *       "can": {
                         *         "edit": true,
                         *         "retry": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a document (UUID)
                             */
                            id: string;
                            name: string;
                            type: string;
                            category: string;
                            /** @enum {string} */
                            status: "processing" | "active" | "failed";
                            progress: number;
                            failure: ("empty" | "scanned" | "encrypted" | "damaged" | "binary" | "unsupported" | "too_large" | "too_long" | "slow" | "refused_address" | "unreachable" | "not_found" | "not_allowed" | "broken") | null;
                            /** @enum {string} */
                            source: "text" | "file" | "url";
                            origin: string | null;
                            size: number;
                            pages: number | null;
                            isDemo: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            uploadedAt: string;
                            processedAt: string | null;
                            uploadedBy: string | null;
                            version: number;
                            can: {
                                edit: boolean;
                                retry: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/documents/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a training document from a public address
         * @description API keys need the scope `knowledge:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                     *       "type": "Manual",
                     *       "url": "https://hooks.example.com/segue"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of a document (UUID)
                         */
                        id: string;
                        /** @default  */
                        name?: string;
                        /** @enum {string} */
                        type: "Manual" | "Policy" | "Procedure" | "FAQ" | "Guide" | "Troubleshooting" | "Product Info" | "Training Material";
                        /**
                         * @default General
                         * @enum {string}
                         */
                        category?: "General" | "Product Information" | "Support Guidelines" | "Technical Support" | "Business Policies" | "Training Materials";
                        url: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "name": "Ada Park",
                         *       "type": "text",
                         *       "category": "general",
                         *       "status": "processing",
                         *       "progress": 1,
                         *       "failure": "empty",
                         *       "source": "text",
                         *       "origin": "text",
                         *       "size": 1,
                         *       "pages": 1,
                         *       "isDemo": true,
                         *       "uploadedAt": "2026-01-15T10:00:00.000Z",
                         *       "processedAt": "2026-01-15T10:00:00.000Z",
                         *       "uploadedBy": "text",
                         *       "version": 1,
                         *       "can": {
                         *         "edit": true,
                         *         "retry": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a document (UUID)
                             */
                            id: string;
                            name: string;
                            type: string;
                            category: string;
                            /** @enum {string} */
                            status: "processing" | "active" | "failed";
                            progress: number;
                            failure: ("empty" | "scanned" | "encrypted" | "damaged" | "binary" | "unsupported" | "too_large" | "too_long" | "slow" | "refused_address" | "unreachable" | "not_found" | "not_allowed" | "broken") | null;
                            /** @enum {string} */
                            source: "text" | "file" | "url";
                            origin: string | null;
                            size: number;
                            pages: number | null;
                            isDemo: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            uploadedAt: string;
                            processedAt: string | null;
                            uploadedBy: string | null;
                            version: number;
                            can: {
                                edit: boolean;
                                retry: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/documents/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a training document
         * @description API keys need the scope `knowledge:write`.
         */
        post: {
            parameters: {
                query: {
                    name?: string;
                    type: "Manual" | "Policy" | "Procedure" | "FAQ" | "Guide" | "Troubleshooting" | "Product Info" | "Training Material";
                    category?: "General" | "Product Information" | "Support Guidelines" | "Technical Support" | "Business Policies" | "Training Materials";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "name": "Ada Park",
                         *       "type": "text",
                         *       "category": "general",
                         *       "status": "processing",
                         *       "progress": 1,
                         *       "failure": "empty",
                         *       "source": "text",
                         *       "origin": "text",
                         *       "size": 1,
                         *       "pages": 1,
                         *       "isDemo": true,
                         *       "uploadedAt": "2026-01-15T10:00:00.000Z",
                         *       "processedAt": "2026-01-15T10:00:00.000Z",
                         *       "uploadedBy": "text",
                         *       "version": 1,
                         *       "can": {
                         *         "edit": true,
                         *         "retry": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a document (UUID)
                             */
                            id: string;
                            name: string;
                            type: string;
                            category: string;
                            /** @enum {string} */
                            status: "processing" | "active" | "failed";
                            progress: number;
                            failure: ("empty" | "scanned" | "encrypted" | "damaged" | "binary" | "unsupported" | "too_large" | "too_long" | "slow" | "refused_address" | "unreachable" | "not_found" | "not_allowed" | "broken") | null;
                            /** @enum {string} */
                            source: "text" | "file" | "url";
                            origin: string | null;
                            size: number;
                            pages: number | null;
                            isDemo: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            uploadedAt: string;
                            processedAt: string | null;
                            uploadedBy: string | null;
                            version: number;
                            can: {
                                edit: boolean;
                                retry: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/documents/{documentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a training document with its passages
         * @description API keys need the scope `knowledge:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a document (UUID) */
                    documentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "document": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park",
                         *         "type": "text",
                         *         "category": "general",
                         *         "status": "processing",
                         *         "progress": 1,
                         *         "failure": "empty",
                         *         "source": "text",
                         *         "origin": "text",
                         *         "size": 1,
                         *         "pages": 1,
                         *         "isDemo": true,
                         *         "uploadedAt": "2026-01-15T10:00:00.000Z",
                         *         "processedAt": "2026-01-15T10:00:00.000Z",
                         *         "uploadedBy": "text",
                         *         "version": 1,
                         *         "can": {
                         *           "edit": true,
                         *           "retry": true
                         *         }
                         *       },
                         *       "passages": [
                         *         {
                         *           "heading": "text",
                         *           "page": 1,
                         *           "text": "text"
                         *         }
                         *       ],
                         *       "passageCount": 1
                         *     }
                         */
                        "application/json": {
                            document: {
                                /**
                                 * Format: uuid
                                 * @description Id of a document (UUID)
                                 */
                                id: string;
                                name: string;
                                type: string;
                                category: string;
                                /** @enum {string} */
                                status: "processing" | "active" | "failed";
                                progress: number;
                                failure: ("empty" | "scanned" | "encrypted" | "damaged" | "binary" | "unsupported" | "too_large" | "too_long" | "slow" | "refused_address" | "unreachable" | "not_found" | "not_allowed" | "broken") | null;
                                /** @enum {string} */
                                source: "text" | "file" | "url";
                                origin: string | null;
                                size: number;
                                pages: number | null;
                                isDemo: boolean;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                uploadedAt: string;
                                processedAt: string | null;
                                uploadedBy: string | null;
                                version: number;
                                can: {
                                    edit: boolean;
                                    retry: boolean;
                                };
                            };
                            passages: {
                                heading: string | null;
                                page: number | null;
                                text: string;
                            }[];
                            passageCount: number;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete a training document
         * @description API keys need the scope `knowledge:write`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a document (UUID) */
                    documentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "ok": true
                         *     }
                         */
                        "application/json": {
                            /** @enum {boolean} */
                            ok: true;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        options?: never;
        head?: never;
        /**
         * Rename or file a training document
         * @description API keys need the scope `knowledge:write`.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a document (UUID) */
                    documentId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "version": 1
                     *     }
                     */
                    "application/json": {
                        version: number;
                        name?: string;
                        /** @enum {string} */
                        type?: "Manual" | "Policy" | "Procedure" | "FAQ" | "Guide" | "Troubleshooting" | "Product Info" | "Training Material";
                        /** @enum {string} */
                        category?: "General" | "Product Information" | "Support Guidelines" | "Technical Support" | "Business Policies" | "Training Materials";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "name": "Ada Park",
                         *       "type": "text",
                         *       "category": "general",
                         *       "status": "processing",
                         *       "progress": 1,
                         *       "failure": "empty",
                         *       "source": "text",
                         *       "origin": "text",
                         *       "size": 1,
                         *       "pages": 1,
                         *       "isDemo": true,
                         *       "uploadedAt": "2026-01-15T10:00:00.000Z",
                         *       "processedAt": "2026-01-15T10:00:00.000Z",
                         *       "uploadedBy": "text",
                         *       "version": 1,
                         *       "can": {
                         *         "edit": true,
                         *         "retry": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a document (UUID)
                             */
                            id: string;
                            name: string;
                            type: string;
                            category: string;
                            /** @enum {string} */
                            status: "processing" | "active" | "failed";
                            progress: number;
                            failure: ("empty" | "scanned" | "encrypted" | "damaged" | "binary" | "unsupported" | "too_large" | "too_long" | "slow" | "refused_address" | "unreachable" | "not_found" | "not_allowed" | "broken") | null;
                            /** @enum {string} */
                            source: "text" | "file" | "url";
                            origin: string | null;
                            size: number;
                            pages: number | null;
                            isDemo: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            uploadedAt: string;
                            processedAt: string | null;
                            uploadedBy: string | null;
                            version: number;
                            can: {
                                edit: boolean;
                                retry: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        trace?: never;
    };
    "/api/knowledge/documents/{documentId}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a failed training document again
         * @description API keys need the scope `knowledge:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a document (UUID) */
                    documentId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "name": "Ada Park",
                         *       "type": "text",
                         *       "category": "general",
                         *       "status": "processing",
                         *       "progress": 1,
                         *       "failure": "empty",
                         *       "source": "text",
                         *       "origin": "text",
                         *       "size": 1,
                         *       "pages": 1,
                         *       "isDemo": true,
                         *       "uploadedAt": "2026-01-15T10:00:00.000Z",
                         *       "processedAt": "2026-01-15T10:00:00.000Z",
                         *       "uploadedBy": "text",
                         *       "version": 1,
                         *       "can": {
                         *         "edit": true,
                         *         "retry": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a document (UUID)
                             */
                            id: string;
                            name: string;
                            type: string;
                            category: string;
                            /** @enum {string} */
                            status: "processing" | "active" | "failed";
                            progress: number;
                            failure: ("empty" | "scanned" | "encrypted" | "damaged" | "binary" | "unsupported" | "too_large" | "too_long" | "slow" | "refused_address" | "unreachable" | "not_found" | "not_allowed" | "broken") | null;
                            /** @enum {string} */
                            source: "text" | "file" | "url";
                            origin: string | null;
                            size: number;
                            pages: number | null;
                            isDemo: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            uploadedAt: string;
                            processedAt: string | null;
                            uploadedBy: string | null;
                            version: number;
                            can: {
                                edit: boolean;
                                retry: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the business profile
         * @description API keys need the scope `knowledge:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "profile": {
                         *         "companyName": "",
                         *         "industry": "technology",
                         *         "businessType": "b2b",
                         *         "targetAudience": "",
                         *         "mainProducts": "",
                         *         "primaryServices": "",
                         *         "commonIssues": [
                         *           "text"
                         *         ],
                         *         "supportChannels": [
                         *           "chat"
                         *         ],
                         *         "businessHours": "",
                         *         "responseTimeGoals": "",
                         *         "escalationProcess": "",
                         *         "productCategories": [
                         *           "text"
                         *         ],
                         *         "pricingModel": "subscription",
                         *         "billingCycle": "monthly",
                         *         "refundPolicy": "",
                         *         "technicalRequirements": "",
                         *         "integrationApis": [
                         *           "text"
                         *         ],
                         *         "brandTone": "friendly",
                         *         "formalityLevel": "informal",
                         *         "industryJargon": "",
                         *         "avoidTopics": [
                         *           "text"
                         *         ],
                         *         "priorityTopics": [
                         *           "text"
                         *         ],
                         *         "automationLevel": "low",
                         *         "humanEscalationRules": [
                         *           "text"
                         *         ]
                         *       },
                         *       "completedSteps": [
                         *         1
                         *       ],
                         *       "onboardingCompleted": true,
                         *       "version": 1,
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedBy": "text",
                         *       "can": {
                         *         "edit": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            profile: {
                                /** @default  */
                                companyName: string;
                                /**
                                 * @default
                                 * @enum {string}
                                 */
                                industry: "technology" | "ecommerce" | "healthcare" | "finance" | "legal" | "education" | "manufacturing" | "real-estate" | "consulting" | "other" | "";
                                /**
                                 * @default
                                 * @enum {string}
                                 */
                                businessType: "b2b" | "b2c" | "b2b2c" | "marketplace" | "saas" | "agency" | "";
                                /** @default  */
                                targetAudience: string;
                                /** @default  */
                                mainProducts: string;
                                /** @default  */
                                primaryServices: string;
                                /** @default [] */
                                commonIssues: string[];
                                /** @default [] */
                                supportChannels: ("chat" | "email" | "phone" | "social" | "help-center" | "in-person")[];
                                /** @default  */
                                businessHours: string;
                                /** @default  */
                                responseTimeGoals: string;
                                /** @default  */
                                escalationProcess: string;
                                /** @default [] */
                                productCategories: string[];
                                /**
                                 * @default
                                 * @enum {string}
                                 */
                                pricingModel: "subscription" | "one-time" | "freemium" | "usage-based" | "tiered" | "custom" | "";
                                /**
                                 * @default
                                 * @enum {string}
                                 */
                                billingCycle: "monthly" | "quarterly" | "yearly" | "one-time" | "on-demand" | "";
                                /** @default  */
                                refundPolicy: string;
                                /** @default  */
                                technicalRequirements: string;
                                /** @default [] */
                                integrationApis: string[];
                                /**
                                 * @default
                                 * @enum {string}
                                 */
                                brandTone: "friendly" | "professional" | "casual" | "empathetic" | "enthusiastic" | "neutral" | "";
                                /**
                                 * @default
                                 * @enum {string}
                                 */
                                formalityLevel: "informal" | "balanced" | "formal" | "";
                                /** @default  */
                                industryJargon: string;
                                /** @default [] */
                                avoidTopics: string[];
                                /** @default [] */
                                priorityTopics: string[];
                                /**
                                 * @default
                                 * @enum {string}
                                 */
                                automationLevel: "low" | "balanced" | "high" | "";
                                /** @default [] */
                                humanEscalationRules: string[];
                            };
                            completedSteps: (1 | 2 | 3 | 4 | 5)[];
                            onboardingCompleted: boolean;
                            version: number;
                            updatedAt: string | null;
                            updatedBy: string | null;
                            can: {
                                edit: boolean;
                            };
                        };
                    };
                };
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/faqs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The questions and answers of the business
         * @description API keys need the scope `knowledge:read`.
         */
        get: {
            parameters: {
                query?: {
                    search?: string;
                    category?: "General" | "Account" | "Technical" | "Features" | "AI" | "Integration";
                    priority?: "low" | "medium" | "high";
                    status?: "all" | "published" | "draft" | "sample";
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "question": "When will my order arrive?",
                         *           "answer": "Within three working days.",
                         *           "phrasings": [
                         *             "text"
                         *           ],
                         *           "category": "general",
                         *           "priority": "low",
                         *           "language": "en",
                         *           "isPublished": true,
                         *           "isDemo": true,
                         *           "version": 1,
                         *           "views": 1,
                         *           "helpfulPercent": 1,
                         *           "createdByName": "text",
                         *           "createdAt": "2026-01-15T10:00:00.000Z",
                         *           "updatedAt": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ],
                         *       "nextCursor": "eyJhdCI6IjIwMjYtMDEtMTUifQ",
                         *       "total": 1,
                         *       "samples": 1,
                         *       "isUntouched": true,
                         *       "canEdit": true
                         *     }
                         */
                        "application/json": {
                            items: {
                                /**
                                 * Format: uuid
                                 * @description Id of a faq (UUID)
                                 */
                                id: string;
                                question: string;
                                answer: string;
                                phrasings: string[];
                                category: string;
                                /** @enum {string} */
                                priority: "low" | "medium" | "high";
                                /** @enum {string} */
                                language: "en" | "es" | "fr" | "de";
                                isPublished: boolean;
                                isDemo: boolean;
                                version: number;
                                views: number;
                                helpfulPercent: number | null;
                                createdByName: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                createdAt: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                updatedAt: string;
                            }[];
                            nextCursor: string | null;
                            total: number;
                            samples: number;
                            isUntouched: boolean;
                            canEdit: boolean;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        /**
         * Add a question with its answer
         * @description API keys need the scope `knowledge:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "question": "When will my order arrive?",
                     *       "answer": "Within three working days.",
                     *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76"
                     *     }
                     */
                    "application/json": {
                        question: string;
                        answer: string;
                        phrasings?: string[];
                        /**
                         * @default General
                         * @enum {string}
                         */
                        category?: "General" | "Account" | "Technical" | "Features" | "AI" | "Integration";
                        /**
                         * @default medium
                         * @enum {string}
                         */
                        priority?: "low" | "medium" | "high";
                        /**
                         * @default en
                         * @enum {string}
                         */
                        language?: "en" | "es" | "fr" | "de";
                        /** @default true */
                        isPublished?: boolean;
                        /**
                         * Format: uuid
                         * @description Id of a faq (UUID)
                         */
                        id: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "question": "When will my order arrive?",
                         *       "answer": "Within three working days.",
                         *       "phrasings": [
                         *         "text"
                         *       ],
                         *       "category": "general",
                         *       "priority": "low",
                         *       "language": "en",
                         *       "isPublished": true,
                         *       "isDemo": true,
                         *       "version": 1,
                         *       "views": 1,
                         *       "helpfulPercent": 1,
                         *       "createdByName": "text",
                         *       "createdAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedAt": "2026-01-15T10:00:00.000Z"
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a faq (UUID)
                             */
                            id: string;
                            question: string;
                            answer: string;
                            phrasings: string[];
                            category: string;
                            /** @enum {string} */
                            priority: "low" | "medium" | "high";
                            /** @enum {string} */
                            language: "en" | "es" | "fr" | "de";
                            isPublished: boolean;
                            isDemo: boolean;
                            version: number;
                            views: number;
                            helpfulPercent: number | null;
                            createdByName: string | null;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/faqs/{faqId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One question with its answer and use
         * @description API keys need the scope `knowledge:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a faq (UUID) */
                    faqId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "faq": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "question": "When will my order arrive?",
                         *         "answer": "Within three working days.",
                         *         "phrasings": [
                         *           "text"
                         *         ],
                         *         "category": "general",
                         *         "priority": "low",
                         *         "language": "en",
                         *         "isPublished": true,
                         *         "isDemo": true,
                         *         "version": 1,
                         *         "views": 1,
                         *         "helpfulPercent": 1,
                         *         "createdByName": "text",
                         *         "createdAt": "2026-01-15T10:00:00.000Z",
                         *         "updatedAt": "2026-01-15T10:00:00.000Z"
                         *       },
                         *       "uses": [
                         *         {
                         *           "day": "2026-01-15",
                         *           "count": 1
                         *         }
                         *       ],
                         *       "lastUsedAt": "2026-01-15T10:00:00.000Z",
                         *       "helpful": 1,
                         *       "notHelpful": 1
                         *     }
                         */
                        "application/json": {
                            faq: {
                                /**
                                 * Format: uuid
                                 * @description Id of a faq (UUID)
                                 */
                                id: string;
                                question: string;
                                answer: string;
                                phrasings: string[];
                                category: string;
                                /** @enum {string} */
                                priority: "low" | "medium" | "high";
                                /** @enum {string} */
                                language: "en" | "es" | "fr" | "de";
                                isPublished: boolean;
                                isDemo: boolean;
                                version: number;
                                views: number;
                                helpfulPercent: number | null;
                                createdByName: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                createdAt: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                updatedAt: string;
                            };
                            uses: {
                                /** Format: date */
                                day: string;
                                count: number;
                            }[];
                            lastUsedAt: string | null;
                            helpful: number;
                            notHelpful: number;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete a question
         * @description API keys need the scope `knowledge:write`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a faq (UUID) */
                    faqId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "deleted": true
                         *     }
                         */
                        "application/json": {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        options?: never;
        head?: never;
        /**
         * Change a question or its answer
         * @description API keys need the scope `knowledge:write`.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a faq (UUID) */
                    faqId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "version": 1
                     *     }
                     */
                    "application/json": {
                        version: number;
                        question?: string;
                        answer?: string;
                        phrasings?: string[];
                        /** @enum {string} */
                        category?: "General" | "Account" | "Technical" | "Features" | "AI" | "Integration";
                        /** @enum {string} */
                        priority?: "low" | "medium" | "high";
                        /** @enum {string} */
                        language?: "en" | "es" | "fr" | "de";
                        isPublished?: boolean;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "question": "When will my order arrive?",
                         *       "answer": "Within three working days.",
                         *       "phrasings": [
                         *         "text"
                         *       ],
                         *       "category": "general",
                         *       "priority": "low",
                         *       "language": "en",
                         *       "isPublished": true,
                         *       "isDemo": true,
                         *       "version": 1,
                         *       "views": 1,
                         *       "helpfulPercent": 1,
                         *       "createdByName": "text",
                         *       "createdAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedAt": "2026-01-15T10:00:00.000Z"
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a faq (UUID)
                             */
                            id: string;
                            question: string;
                            answer: string;
                            phrasings: string[];
                            category: string;
                            /** @enum {string} */
                            priority: "low" | "medium" | "high";
                            /** @enum {string} */
                            language: "en" | "es" | "fr" | "de";
                            isPublished: boolean;
                            isDemo: boolean;
                            version: number;
                            views: number;
                            helpfulPercent: number | null;
                            createdByName: string | null;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        trace?: never;
    };
    "/api/knowledge/faq-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export questions and answers as CSV or JSON
         * @description API keys need the scope `knowledge:read`.
         */
        get: {
            parameters: {
                query?: {
                    format?: "csv" | "json";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/analytics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Knowledge analytics by period
         * @description API keys need the scope `analytics:read`.
         */
        get: {
            parameters: {
                query?: {
                    period?: "7d" | "30d" | "90d" | "all";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "period": "7d",
                         *       "progressPercent": 1,
                         *       "faqs": 1,
                         *       "documents": 1,
                         *       "drafts": 1,
                         *       "samples": 1,
                         *       "newFaqs": 1,
                         *       "newDocuments": 1,
                         *       "views": 1,
                         *       "viewsBefore": 1,
                         *       "ratings": 1,
                         *       "helpful": 1,
                         *       "viewsByDay": [
                         *         {
                         *           "day": "2026-01-15",
                         *           "count": 1
                         *         }
                         *       ],
                         *       "gaps": [
                         *         "technical_faqs"
                         *       ],
                         *       "suggestions": [
                         *         {
                         *           "kind": "add_faqs",
                         *           "count": 1
                         *         }
                         *       ],
                         *       "topCategories": [
                         *         {
                         *           "category": "general",
                         *           "entries": 1,
                         *           "views": 1
                         *         }
                         *       ],
                         *       "topEntries": [
                         *         {
                         *           "kind": "faq",
                         *           "id": "text",
                         *           "title": "Delivery times",
                         *           "views": 1
                         *         }
                         *       ],
                         *       "readers": 1,
                         *       "topArticles": [
                         *         {
                         *           "id": "text",
                         *           "title": "Delivery times",
                         *           "readers": 1
                         *         }
                         *       ],
                         *       "recent": [
                         *         {
                         *           "kind": "faq",
                         *           "id": "text",
                         *           "title": "Delivery times",
                         *           "change": "added",
                         *           "at": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ]
                         *     }
                         */
                        "application/json": {
                            /** @enum {string} */
                            period: "7d" | "30d" | "90d" | "all";
                            progressPercent: number;
                            faqs: number;
                            documents: number;
                            drafts: number;
                            samples: number;
                            newFaqs: number;
                            newDocuments: number;
                            views: number;
                            viewsBefore: number | null;
                            ratings: number;
                            helpful: number;
                            viewsByDay: {
                                /** Format: date */
                                day: string;
                                count: number;
                            }[];
                            gaps: ("technical_faqs" | "troubleshooting_document" | "account_faqs")[];
                            suggestions: {
                                /** @enum {string} */
                                kind: "add_faqs" | "add_documents" | "publish_drafts";
                                count: number;
                            }[];
                            topCategories: {
                                category: string;
                                entries: number;
                                views: number;
                            }[];
                            topEntries: {
                                /** @enum {string} */
                                kind: "faq" | "article" | "document";
                                id: string;
                                title: string;
                                views: number;
                            }[];
                            readers: number;
                            topArticles: {
                                id: string;
                                title: string;
                                readers: number;
                            }[];
                            recent: {
                                /** @enum {string} */
                                kind: "faq" | "document";
                                id: string;
                                title: string;
                                /** @enum {string} */
                                change: "added" | "changed";
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                at: string;
                            }[];
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload an attachment
         * @description API keys need the scope `tickets:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "name": "Ada Park",
                         *       "mime": "text",
                         *       "size": 1,
                         *       "isImage": true
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a file (UUID)
                             */
                            id: string;
                            name: string;
                            mime: string;
                            size: number;
                            isImage: boolean;
                            placeholder?: string;
                        };
                    };
                };
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/files/{fileId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an attachment
         * @description API keys need the scope `tickets:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a file (UUID) */
                    fileId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tickets
         * @description API keys need the scope `tickets:read`.
         */
        get: {
            parameters: {
                query?: {
                    statuses?: ("open" | "in-progress" | "waiting" | "resolved" | "closed")[] | ("open" | "in-progress" | "waiting" | "resolved" | "closed");
                    priorities?: ("low" | "medium" | "high" | "urgent")[] | ("low" | "medium" | "high" | "urgent");
                    sources?: ("guest_portal" | "customer_portal" | "chat" | "desk" | "email" | "demo")[] | ("guest_portal" | "customer_portal" | "chat" | "desk" | "email" | "demo");
                    assignees?: (("me" | "none") | string)[] | (("me" | "none") | string);
                    teams?: ("none" | string)[] | ("none" | string);
                    tags?: string[] | string;
                    categories?: string[] | string;
                    channels?: ("chat" | "form" | "desk" | "email")[] | ("chat" | "form" | "desk" | "email");
                    utmSources?: string[] | string;
                    ratings?: ("1" | "2" | "3" | "4" | "5" | "none")[] | ("1" | "2" | "3" | "4" | "5" | "none");
                    sla?: ("running" | "soon" | "paused" | "met" | "breached")[] | ("running" | "soon" | "paused" | "met" | "breached");
                    fields?: string[] | string;
                    createdWithinDays?: number;
                    /** @description Id of a customer (UUID) */
                    customerId?: string;
                    unread?: "yes" | "no";
                    snoozed?: "yes";
                    words?: string;
                    dated?: "created" | "answered" | "resolved" | "rated" | "unfinished";
                    /** @description ISO 8601 instant, UTC */
                    from?: string;
                    /** @description ISO 8601 instant, UTC */
                    before?: string;
                    hour?: string;
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "number": 1,
                         *           "subject": "Where is my order?",
                         *           "preview": "text",
                         *           "status": "open",
                         *           "priority": "low",
                         *           "category": "general",
                         *           "tags": [
                         *             "text"
                         *           ],
                         *           "customerName": "Ada Park",
                         *           "customerEmail": "ada@example.org",
                         *           "emailStatus": "verified",
                         *           "assignee": {
                         *             "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *             "name": "Ada Park"
                         *           },
                         *           "team": {
                         *             "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *             "name": "Ada Park"
                         *           },
                         *           "isEscalatedByAi": true,
                         *           "isDemo": true,
                         *           "isOverLimit": true,
                         *           "snoozedUntil": "2026-01-15T10:00:00.000Z",
                         *           "snoozedUntilReply": true,
                         *           "sla": {
                         *             "state": "running",
                         *             "dueAt": "2026-01-15T10:00:00.000Z"
                         *           },
                         *           "isUnread": true,
                         *           "lastMessageAt": "2026-01-15T10:00:00.000Z",
                         *           "createdAt": "2026-01-15T10:00:00.000Z",
                         *           "updatedAt": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ],
                         *       "nextCursor": "eyJhdCI6IjIwMjYtMDEtMTUifQ"
                         *     }
                         */
                        "application/json": {
                            items: {
                                /**
                                 * Format: uuid
                                 * @description Id of a ticket (UUID)
                                 */
                                id: string;
                                number: number;
                                subject: string;
                                preview: string;
                                /** @enum {string} */
                                status: "open" | "in-progress" | "waiting" | "resolved" | "closed";
                                /** @enum {string} */
                                priority: "low" | "medium" | "high" | "urgent";
                                category: string;
                                tags: string[];
                                customerName: string;
                                customerEmail: string | null;
                                emailStatus: ("verified" | "entered" | "claimed") | null;
                                assignee: {
                                    /**
                                     * Format: uuid
                                     * @description Id of a user (UUID)
                                     */
                                    id: string;
                                    name: string;
                                } | null;
                                team: {
                                    /**
                                     * Format: uuid
                                     * @description Id of a team (UUID)
                                     */
                                    id: string;
                                    name: string;
                                } | null;
                                isEscalatedByAi: boolean;
                                isDemo: boolean;
                                isOverLimit: boolean;
                                snoozedUntil: string | null;
                                snoozedUntilReply: boolean;
                                sla: {
                                    /** @enum {string} */
                                    state: "running" | "soon" | "paused" | "met" | "breached";
                                    dueAt: string | null;
                                } | null;
                                isUnread: boolean;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                lastMessageAt: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                createdAt: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                updatedAt: string;
                            }[];
                            nextCursor: string | null;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        /**
         * Open a ticket
         * @description API keys need the scope `tickets:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                     *       "subject": "Where is my order?",
                     *       "description": "It was to arrive on Monday."
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of a ticket (UUID)
                         */
                        id: string;
                        subject: string;
                        description: string;
                        /**
                         * @default medium
                         * @enum {string}
                         */
                        priority?: "low" | "medium" | "high" | "urgent";
                        /** @default general */
                        category?: string;
                        /** @default Anonymous Customer */
                        customerName?: string;
                        customerEmail?: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "number": 1,
                         *       "subject": "Where is my order?",
                         *       "preview": "text",
                         *       "status": "open",
                         *       "priority": "low",
                         *       "category": "general",
                         *       "tags": [
                         *         "text"
                         *       ],
                         *       "customerName": "Ada Park",
                         *       "customerEmail": "ada@example.org",
                         *       "emailStatus": "verified",
                         *       "assignee": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "team": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "isEscalatedByAi": true,
                         *       "isDemo": true,
                         *       "isOverLimit": true,
                         *       "snoozedUntil": "2026-01-15T10:00:00.000Z",
                         *       "snoozedUntilReply": true,
                         *       "sla": {
                         *         "state": "running",
                         *         "dueAt": "2026-01-15T10:00:00.000Z"
                         *       },
                         *       "isUnread": true,
                         *       "lastMessageAt": "2026-01-15T10:00:00.000Z",
                         *       "createdAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "conversationId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "customerId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "description": "It was to arrive on Monday.",
                         *       "priorityLabel": "text",
                         *       "source": "guest_portal",
                         *       "customFields": {},
                         *       "mergedIntoId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "escalationReason": "human_requested",
                         *       "aiAgent": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park",
                         *         "type": "technical"
                         *       },
                         *       "rating": 1,
                         *       "ratingComment": "text",
                         *       "ratedAt": "2026-01-15T10:00:00.000Z",
                         *       "firstResponseAt": "2026-01-15T10:00:00.000Z",
                         *       "resolvedAt": "2026-01-15T10:00:00.000Z",
                         *       "closedAt": "2026-01-15T10:00:00.000Z",
                         *       "version": 1,
                         *       "can": {
                         *         "take": true,
                         *         "reply": true,
                         *         "assign": true,
                         *         "moveTo": [
                         *           "open"
                         *         ],
                         *         "snooze": true,
                         *         "delete": true,
                         *         "handBack": true,
                         *         "merge": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a ticket (UUID)
                             */
                            id: string;
                            number: number;
                            subject: string;
                            preview: string;
                            /** @enum {string} */
                            status: "open" | "in-progress" | "waiting" | "resolved" | "closed";
                            /** @enum {string} */
                            priority: "low" | "medium" | "high" | "urgent";
                            category: string;
                            tags: string[];
                            customerName: string;
                            customerEmail: string | null;
                            emailStatus: ("verified" | "entered" | "claimed") | null;
                            assignee: {
                                /**
                                 * Format: uuid
                                 * @description Id of a user (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            team: {
                                /**
                                 * Format: uuid
                                 * @description Id of a team (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            isEscalatedByAi: boolean;
                            isDemo: boolean;
                            isOverLimit: boolean;
                            snoozedUntil: string | null;
                            snoozedUntilReply: boolean;
                            sla: {
                                /** @enum {string} */
                                state: "running" | "soon" | "paused" | "met" | "breached";
                                dueAt: string | null;
                            } | null;
                            isUnread: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            lastMessageAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                            /**
                             * Format: uuid
                             * @description Id of a conversation (UUID)
                             */
                            conversationId: string;
                            customerId: string | null;
                            description: string;
                            priorityLabel: string;
                            /** @enum {string} */
                            source: "guest_portal" | "customer_portal" | "chat" | "desk" | "email" | "demo";
                            customFields: {
                                [key: string]: string | number | boolean | string[];
                            };
                            mergedIntoId: string | null;
                            escalationReason: ("human_requested" | "frustration_detected" | "three_attempts" | "complex_issue" | "urgent_issue" | "score") | null;
                            aiAgent: {
                                /**
                                 * Format: uuid
                                 * @description Id of a agent (UUID)
                                 */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "technical" | "sales" | "general" | "billing" | "security" | "integration" | "escalation" | "feedback";
                            } | null;
                            rating: number | null;
                            ratingComment: string | null;
                            ratedAt: string | null;
                            firstResponseAt: string | null;
                            resolvedAt: string | null;
                            closedAt: string | null;
                            version: number;
                            can: {
                                take: boolean;
                                reply: boolean;
                                assign: boolean;
                                moveTo: ("open" | "in-progress" | "waiting" | "resolved" | "closed")[];
                                snooze: boolean;
                                delete: boolean;
                                handBack: boolean;
                                merge: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tickets/counters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many tickets are in which state
         * @description API keys need the scope `tickets:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "open": 1,
                         *       "inProgress": 1,
                         *       "waiting": 1,
                         *       "resolved": 1,
                         *       "resolvedToday": 1,
                         *       "unread": 1,
                         *       "total": 1,
                         *       "demo": 1,
                         *       "can": {
                         *         "editDemo": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            open: number;
                            inProgress: number;
                            waiting: number;
                            resolved: number;
                            resolvedToday: number;
                            unread: number;
                            total: number;
                            demo: number;
                            can: {
                                editDemo: boolean;
                            };
                        };
                    };
                };
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tickets/{ticketId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A ticket with its thread, customer and activity
         * @description API keys need the scope `tickets:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                };
                header?: never;
                path: {
                    /** @description Id of a ticket (UUID) */
                    ticketId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "ticket": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "number": 1,
                         *         "subject": "Where is my order?",
                         *         "preview": "text",
                         *         "status": "open",
                         *         "priority": "low",
                         *         "category": "general",
                         *         "tags": [
                         *           "text"
                         *         ],
                         *         "customerName": "Ada Park",
                         *         "customerEmail": "ada@example.org",
                         *         "emailStatus": "verified",
                         *         "assignee": {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "name": "Ada Park"
                         *         },
                         *         "team": {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "name": "Ada Park"
                         *         },
                         *         "isEscalatedByAi": true,
                         *         "isDemo": true,
                         *         "isOverLimit": true,
                         *         "snoozedUntil": "2026-01-15T10:00:00.000Z",
                         *         "snoozedUntilReply": true,
                         *         "sla": {
                         *           "state": "running",
                         *           "dueAt": "2026-01-15T10:00:00.000Z"
                         *         },
                         *         "isUnread": true,
                         *         "lastMessageAt": "2026-01-15T10:00:00.000Z",
                         *         "createdAt": "2026-01-15T10:00:00.000Z",
                         *         "updatedAt": "2026-01-15T10:00:00.000Z",
                         *         "conversationId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "customerId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "description": "It was to arrive on Monday.",
                         *         "priorityLabel": "text",
                         *         "source": "guest_portal",
                         *         "customFields": {},
                         *         "mergedIntoId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "escalationReason": "human_requested",
                         *         "aiAgent": {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "name": "Ada Park",
                         *           "type": "technical"
                         *         },
                         *         "rating": 1,
                         *         "ratingComment": "text",
                         *         "ratedAt": "2026-01-15T10:00:00.000Z",
                         *         "firstResponseAt": "2026-01-15T10:00:00.000Z",
                         *         "resolvedAt": "2026-01-15T10:00:00.000Z",
                         *         "closedAt": "2026-01-15T10:00:00.000Z",
                         *         "version": 1,
                         *         "can": {
                         *           "take": true,
                         *           "reply": true,
                         *           "assign": true,
                         *           "moveTo": [
                         *             "open"
                         *           ],
                         *           "snooze": true,
                         *           "delete": true,
                         *           "handBack": true,
                         *           "merge": true
                         *         }
                         *       },
                         *       "thread": {
                         *         "conversation": {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "context": "general",
                         *           "state": "ai",
                         *           "seq": 1,
                         *           "ticketId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "offer": {
                         *             "reason": "human_requested",
                         *             "priority": "low",
                         *             "promptAt": "2026-01-15T10:00:00.000Z"
                         *           },
                         *           "rating": {
                         *             "stars": 1,
                         *             "comment": "text",
                         *             "changeableUntil": "2026-01-15T10:00:00.000Z"
                         *           },
                         *           "seenByCustomerSeq": 1,
                         *           "seenByTeamSeq": 1,
                         *           "createdAt": "2026-01-15T10:00:00.000Z",
                         *           "updatedAt": "2026-01-15T10:00:00.000Z"
                         *         },
                         *         "messages": [
                         *           {
                         *             "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *             "seq": 1,
                         *             "author": "customer",
                         *             "authorName": "text",
                         *             "visibility": "public",
                         *             "kind": "text",
                         *             "body": "It is on its way.",
                         *             "state": "streaming",
                         *             "sources": [
                         *               {
                         *                 "kind": "faq",
                         *                 "id": "text",
                         *                 "title": "Delivery times",
                         *                 "passage": "text",
                         *                 "articleSlug": "text"
                         *               }
                         *             ],
                         *             "suggestions": [
                         *               "text"
                         *             ],
                         *             "confidence": 1,
                         *             "helpful": true,
                         *             "attachments": [
                         *               {
                         *                 "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *                 "name": "Ada Park",
                         *                 "mime": "text",
                         *                 "size": 1,
                         *                 "isImage": true
                         *               }
                         *             ],
                         *             "createdAt": "2026-01-15T10:00:00.000Z"
                         *           }
                         *         ],
                         *         "olderCursor": "text"
                         *       },
                         *       "customer": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park",
                         *         "email": "ada@example.org",
                         *         "emailStatus": "verified",
                         *         "isBlocked": true,
                         *         "plan": "text",
                         *         "firstSeenAt": "2026-01-15T10:00:00.000Z",
                         *         "ticketCount": 1,
                         *         "chatCount": 1,
                         *         "averageRating": 1,
                         *         "visit": {
                         *           "page": "text",
                         *           "source": "text",
                         *           "medium": "text",
                         *           "campaign": "text"
                         *         },
                         *         "recentTickets": [
                         *           {
                         *             "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *             "number": 1,
                         *             "subject": "Where is my order?",
                         *             "status": "open",
                         *             "createdAt": "2026-01-15T10:00:00.000Z"
                         *           }
                         *         ]
                         *       },
                         *       "mergedInto": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "ticket": {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "number": 1,
                         *           "subject": "Where is my order?",
                         *           "conversationId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76"
                         *         },
                         *         "mergedBy": "text",
                         *         "mergedAt": "2026-01-15T10:00:00.000Z"
                         *       },
                         *       "merged": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "ticket": {
                         *             "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *             "number": 1,
                         *             "subject": "Where is my order?",
                         *             "conversationId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76"
                         *           },
                         *           "mergedBy": "text",
                         *           "mergedAt": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ],
                         *       "activity": [
                         *         {
                         *           "id": "text",
                         *           "action": "text",
                         *           "type": "text",
                         *           "actorKind": "member",
                         *           "actorName": "text",
                         *           "changes": [
                         *             {
                         *               "field": "status",
                         *               "from": "text",
                         *               "to": "text"
                         *             }
                         *           ],
                         *           "at": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ]
                         *     }
                         */
                        "application/json": {
                            ticket: {
                                /**
                                 * Format: uuid
                                 * @description Id of a ticket (UUID)
                                 */
                                id: string;
                                number: number;
                                subject: string;
                                preview: string;
                                /** @enum {string} */
                                status: "open" | "in-progress" | "waiting" | "resolved" | "closed";
                                /** @enum {string} */
                                priority: "low" | "medium" | "high" | "urgent";
                                category: string;
                                tags: string[];
                                customerName: string;
                                customerEmail: string | null;
                                emailStatus: ("verified" | "entered" | "claimed") | null;
                                assignee: {
                                    /**
                                     * Format: uuid
                                     * @description Id of a user (UUID)
                                     */
                                    id: string;
                                    name: string;
                                } | null;
                                team: {
                                    /**
                                     * Format: uuid
                                     * @description Id of a team (UUID)
                                     */
                                    id: string;
                                    name: string;
                                } | null;
                                isEscalatedByAi: boolean;
                                isDemo: boolean;
                                isOverLimit: boolean;
                                snoozedUntil: string | null;
                                snoozedUntilReply: boolean;
                                sla: {
                                    /** @enum {string} */
                                    state: "running" | "soon" | "paused" | "met" | "breached";
                                    dueAt: string | null;
                                } | null;
                                isUnread: boolean;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                lastMessageAt: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                createdAt: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                updatedAt: string;
                                /**
                                 * Format: uuid
                                 * @description Id of a conversation (UUID)
                                 */
                                conversationId: string;
                                customerId: string | null;
                                description: string;
                                priorityLabel: string;
                                /** @enum {string} */
                                source: "guest_portal" | "customer_portal" | "chat" | "desk" | "email" | "demo";
                                customFields: {
                                    [key: string]: string | number | boolean | string[];
                                };
                                mergedIntoId: string | null;
                                escalationReason: ("human_requested" | "frustration_detected" | "three_attempts" | "complex_issue" | "urgent_issue" | "score") | null;
                                aiAgent: {
                                    /**
                                     * Format: uuid
                                     * @description Id of a agent (UUID)
                                     */
                                    id: string;
                                    name: string;
                                    /** @enum {string} */
                                    type: "technical" | "sales" | "general" | "billing" | "security" | "integration" | "escalation" | "feedback";
                                } | null;
                                rating: number | null;
                                ratingComment: string | null;
                                ratedAt: string | null;
                                firstResponseAt: string | null;
                                resolvedAt: string | null;
                                closedAt: string | null;
                                version: number;
                                can: {
                                    take: boolean;
                                    reply: boolean;
                                    assign: boolean;
                                    moveTo: ("open" | "in-progress" | "waiting" | "resolved" | "closed")[];
                                    snooze: boolean;
                                    delete: boolean;
                                    handBack: boolean;
                                    merge: boolean;
                                };
                            };
                            thread: {
                                conversation: {
                                    /**
                                     * Format: uuid
                                     * @description Id of a conversation (UUID)
                                     */
                                    id: string;
                                    /** @enum {string} */
                                    context: "general" | "technical" | "billing" | "issue";
                                    /** @enum {string} */
                                    state: "ai" | "waiting" | "human" | "closed";
                                    seq: number;
                                    ticketId: string | null;
                                    offer: {
                                        /** @enum {string} */
                                        reason: "human_requested" | "frustration_detected" | "three_attempts" | "complex_issue" | "urgent_issue" | "score";
                                        /** @enum {string} */
                                        priority: "low" | "medium" | "high" | "urgent";
                                        /**
                                         * Format: date-time
                                         * @description ISO 8601 instant, UTC
                                         */
                                        promptAt: string;
                                    } | null;
                                    rating: {
                                        stars: number;
                                        comment: string | null;
                                        changeableUntil: string | null;
                                    } | null;
                                    seenByCustomerSeq: number;
                                    seenByTeamSeq: number;
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 instant, UTC
                                     */
                                    createdAt: string;
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 instant, UTC
                                     */
                                    updatedAt: string;
                                };
                                messages: {
                                    /**
                                     * Format: uuid
                                     * @description Id of a message (UUID)
                                     */
                                    id: string;
                                    seq: number;
                                    /** @enum {string} */
                                    author: "customer" | "member" | "assistant" | "system";
                                    authorName: string | null;
                                    /** @enum {string} */
                                    visibility: "public" | "note";
                                    /** @enum {string} */
                                    kind: "text" | "greeting" | "escalation" | "ticket_created" | "joined" | "handed_back" | "status_changed" | "assigned" | "rated" | "ended" | "fallback";
                                    body: string;
                                    original?: string;
                                    /** @enum {string} */
                                    state: "streaming" | "complete" | "interrupted";
                                    sources: {
                                        /** @enum {string} */
                                        kind: "faq" | "article" | "document";
                                        id: string;
                                        title: string;
                                        passage: string;
                                        heading?: string;
                                        page?: number;
                                        articleSlug: string | null;
                                    }[];
                                    suggestions: string[];
                                    confidence: number | null;
                                    helpful: boolean | null;
                                    attachments: {
                                        /**
                                         * Format: uuid
                                         * @description Id of a file (UUID)
                                         */
                                        id: string;
                                        name: string;
                                        mime: string;
                                        size: number;
                                        isImage: boolean;
                                        placeholder?: string;
                                    }[];
                                    /**
                                     * Format: uuid
                                     * @description Id of a conversation (UUID)
                                     */
                                    mergedFrom?: string;
                                    /**
                                     * Format: uuid
                                     * @description Id of a inboundMail (UUID)
                                     */
                                    mailId?: string;
                                    cc?: string[];
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 instant, UTC
                                     */
                                    createdAt: string;
                                }[];
                                olderCursor: string | null;
                            };
                            customer: {
                                id: string | null;
                                name: string;
                                email: string | null;
                                emailStatus: ("verified" | "entered" | "claimed") | null;
                                isBlocked: boolean;
                                plan: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                firstSeenAt: string;
                                ticketCount: number;
                                chatCount: number;
                                averageRating: number | null;
                                visit: {
                                    page: string | null;
                                    source: string | null;
                                    medium: string | null;
                                    campaign: string | null;
                                } | null;
                                recentTickets: {
                                    /**
                                     * Format: uuid
                                     * @description Id of a ticket (UUID)
                                     */
                                    id: string;
                                    number: number;
                                    subject: string;
                                    /** @enum {string} */
                                    status: "open" | "in-progress" | "waiting" | "resolved" | "closed";
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 instant, UTC
                                     */
                                    createdAt: string;
                                }[];
                            };
                            mergedInto: {
                                /**
                                 * Format: uuid
                                 * @description Id of a ticketMerge (UUID)
                                 */
                                id: string;
                                ticket: {
                                    /**
                                     * Format: uuid
                                     * @description Id of a ticket (UUID)
                                     */
                                    id: string;
                                    number: number;
                                    subject: string;
                                    /**
                                     * Format: uuid
                                     * @description Id of a conversation (UUID)
                                     */
                                    conversationId: string;
                                };
                                mergedBy: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                mergedAt: string;
                            } | null;
                            merged: {
                                /**
                                 * Format: uuid
                                 * @description Id of a ticketMerge (UUID)
                                 */
                                id: string;
                                ticket: {
                                    /**
                                     * Format: uuid
                                     * @description Id of a ticket (UUID)
                                     */
                                    id: string;
                                    number: number;
                                    subject: string;
                                    /**
                                     * Format: uuid
                                     * @description Id of a conversation (UUID)
                                     */
                                    conversationId: string;
                                };
                                mergedBy: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                mergedAt: string;
                            }[];
                            activity: {
                                id: string;
                                action: string;
                                type: string;
                                /** @enum {string} */
                                actorKind: "member" | "guest" | "assistant" | "system";
                                actorName: string;
                                changes: {
                                    /** @enum {string} */
                                    field: "status" | "priority" | "assignee" | "team" | "tags" | "category" | "subject" | "snooze" | "merge";
                                    from: string | null;
                                    to: string | null;
                                }[];
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                at: string;
                            }[];
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete a finished ticket
         * @description API keys need the scope `tickets:write`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a ticket (UUID) */
                    ticketId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "deleted": true
                         *     }
                         */
                        "application/json": {
                            /** @enum {boolean} */
                            deleted: true;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        options?: never;
        head?: never;
        /**
         * Change priority, category, subject, tags or the business’s own fields
         * @description API keys need the scope `tickets:write`.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a ticket (UUID) */
                    ticketId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "version": 1
                     *     }
                     */
                    "application/json": {
                        version: number;
                        subject?: string;
                        /** @enum {string} */
                        priority?: "low" | "medium" | "high" | "urgent";
                        category?: string;
                        tags?: string[];
                        customFields?: {
                            [key: string]: (string | number | boolean | string[]) | null;
                        };
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "number": 1,
                         *       "subject": "Where is my order?",
                         *       "preview": "text",
                         *       "status": "open",
                         *       "priority": "low",
                         *       "category": "general",
                         *       "tags": [
                         *         "text"
                         *       ],
                         *       "customerName": "Ada Park",
                         *       "customerEmail": "ada@example.org",
                         *       "emailStatus": "verified",
                         *       "assignee": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "team": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "isEscalatedByAi": true,
                         *       "isDemo": true,
                         *       "isOverLimit": true,
                         *       "snoozedUntil": "2026-01-15T10:00:00.000Z",
                         *       "snoozedUntilReply": true,
                         *       "sla": {
                         *         "state": "running",
                         *         "dueAt": "2026-01-15T10:00:00.000Z"
                         *       },
                         *       "isUnread": true,
                         *       "lastMessageAt": "2026-01-15T10:00:00.000Z",
                         *       "createdAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "conversationId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "customerId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "description": "It was to arrive on Monday.",
                         *       "priorityLabel": "text",
                         *       "source": "guest_portal",
                         *       "customFields": {},
                         *       "mergedIntoId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "escalationReason": "human_requested",
                         *       "aiAgent": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park",
                         *         "type": "technical"
                         *       },
                         *       "rating": 1,
                         *       "ratingComment": "text",
                         *       "ratedAt": "2026-01-15T10:00:00.000Z",
                         *       "firstResponseAt": "2026-01-15T10:00:00.000Z",
                         *       "resolvedAt": "2026-01-15T10:00:00.000Z",
                         *       "closedAt": "2026-01-15T10:00:00.000Z",
                         *       "version": 1,
                         *       "can": {
                         *         "take": true,
                         *         "reply": true,
                         *         "assign": true,
                         *         "moveTo": [
                         *           "open"
                         *         ],
                         *         "snooze": true,
                         *         "delete": true,
                         *         "handBack": true,
                         *         "merge": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a ticket (UUID)
                             */
                            id: string;
                            number: number;
                            subject: string;
                            preview: string;
                            /** @enum {string} */
                            status: "open" | "in-progress" | "waiting" | "resolved" | "closed";
                            /** @enum {string} */
                            priority: "low" | "medium" | "high" | "urgent";
                            category: string;
                            tags: string[];
                            customerName: string;
                            customerEmail: string | null;
                            emailStatus: ("verified" | "entered" | "claimed") | null;
                            assignee: {
                                /**
                                 * Format: uuid
                                 * @description Id of a user (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            team: {
                                /**
                                 * Format: uuid
                                 * @description Id of a team (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            isEscalatedByAi: boolean;
                            isDemo: boolean;
                            isOverLimit: boolean;
                            snoozedUntil: string | null;
                            snoozedUntilReply: boolean;
                            sla: {
                                /** @enum {string} */
                                state: "running" | "soon" | "paused" | "met" | "breached";
                                dueAt: string | null;
                            } | null;
                            isUnread: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            lastMessageAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                            /**
                             * Format: uuid
                             * @description Id of a conversation (UUID)
                             */
                            conversationId: string;
                            customerId: string | null;
                            description: string;
                            priorityLabel: string;
                            /** @enum {string} */
                            source: "guest_portal" | "customer_portal" | "chat" | "desk" | "email" | "demo";
                            customFields: {
                                [key: string]: string | number | boolean | string[];
                            };
                            mergedIntoId: string | null;
                            escalationReason: ("human_requested" | "frustration_detected" | "three_attempts" | "complex_issue" | "urgent_issue" | "score") | null;
                            aiAgent: {
                                /**
                                 * Format: uuid
                                 * @description Id of a agent (UUID)
                                 */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "technical" | "sales" | "general" | "billing" | "security" | "integration" | "escalation" | "feedback";
                            } | null;
                            rating: number | null;
                            ratingComment: string | null;
                            ratedAt: string | null;
                            firstResponseAt: string | null;
                            resolvedAt: string | null;
                            closedAt: string | null;
                            version: number;
                            can: {
                                take: boolean;
                                reply: boolean;
                                assign: boolean;
                                moveTo: ("open" | "in-progress" | "waiting" | "resolved" | "closed")[];
                                snooze: boolean;
                                delete: boolean;
                                handBack: boolean;
                                merge: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        trace?: never;
    };
    "/api/tickets/{ticketId}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the status
         * @description API keys need the scope `tickets:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a ticket (UUID) */
                    ticketId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "version": 1,
                     *       "status": "open"
                     *     }
                     */
                    "application/json": {
                        version: number;
                        /** @enum {string} */
                        status: "open" | "in-progress" | "waiting" | "resolved" | "closed";
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "number": 1,
                         *       "subject": "Where is my order?",
                         *       "preview": "text",
                         *       "status": "open",
                         *       "priority": "low",
                         *       "category": "general",
                         *       "tags": [
                         *         "text"
                         *       ],
                         *       "customerName": "Ada Park",
                         *       "customerEmail": "ada@example.org",
                         *       "emailStatus": "verified",
                         *       "assignee": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "team": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "isEscalatedByAi": true,
                         *       "isDemo": true,
                         *       "isOverLimit": true,
                         *       "snoozedUntil": "2026-01-15T10:00:00.000Z",
                         *       "snoozedUntilReply": true,
                         *       "sla": {
                         *         "state": "running",
                         *         "dueAt": "2026-01-15T10:00:00.000Z"
                         *       },
                         *       "isUnread": true,
                         *       "lastMessageAt": "2026-01-15T10:00:00.000Z",
                         *       "createdAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "conversationId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "customerId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "description": "It was to arrive on Monday.",
                         *       "priorityLabel": "text",
                         *       "source": "guest_portal",
                         *       "customFields": {},
                         *       "mergedIntoId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "escalationReason": "human_requested",
                         *       "aiAgent": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park",
                         *         "type": "technical"
                         *       },
                         *       "rating": 1,
                         *       "ratingComment": "text",
                         *       "ratedAt": "2026-01-15T10:00:00.000Z",
                         *       "firstResponseAt": "2026-01-15T10:00:00.000Z",
                         *       "resolvedAt": "2026-01-15T10:00:00.000Z",
                         *       "closedAt": "2026-01-15T10:00:00.000Z",
                         *       "version": 1,
                         *       "can": {
                         *         "take": true,
                         *         "reply": true,
                         *         "assign": true,
                         *         "moveTo": [
                         *           "open"
                         *         ],
                         *         "snooze": true,
                         *         "delete": true,
                         *         "handBack": true,
                         *         "merge": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a ticket (UUID)
                             */
                            id: string;
                            number: number;
                            subject: string;
                            preview: string;
                            /** @enum {string} */
                            status: "open" | "in-progress" | "waiting" | "resolved" | "closed";
                            /** @enum {string} */
                            priority: "low" | "medium" | "high" | "urgent";
                            category: string;
                            tags: string[];
                            customerName: string;
                            customerEmail: string | null;
                            emailStatus: ("verified" | "entered" | "claimed") | null;
                            assignee: {
                                /**
                                 * Format: uuid
                                 * @description Id of a user (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            team: {
                                /**
                                 * Format: uuid
                                 * @description Id of a team (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            isEscalatedByAi: boolean;
                            isDemo: boolean;
                            isOverLimit: boolean;
                            snoozedUntil: string | null;
                            snoozedUntilReply: boolean;
                            sla: {
                                /** @enum {string} */
                                state: "running" | "soon" | "paused" | "met" | "breached";
                                dueAt: string | null;
                            } | null;
                            isUnread: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            lastMessageAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                            /**
                             * Format: uuid
                             * @description Id of a conversation (UUID)
                             */
                            conversationId: string;
                            customerId: string | null;
                            description: string;
                            priorityLabel: string;
                            /** @enum {string} */
                            source: "guest_portal" | "customer_portal" | "chat" | "desk" | "email" | "demo";
                            customFields: {
                                [key: string]: string | number | boolean | string[];
                            };
                            mergedIntoId: string | null;
                            escalationReason: ("human_requested" | "frustration_detected" | "three_attempts" | "complex_issue" | "urgent_issue" | "score") | null;
                            aiAgent: {
                                /**
                                 * Format: uuid
                                 * @description Id of a agent (UUID)
                                 */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "technical" | "sales" | "general" | "billing" | "security" | "integration" | "escalation" | "feedback";
                            } | null;
                            rating: number | null;
                            ratingComment: string | null;
                            ratedAt: string | null;
                            firstResponseAt: string | null;
                            resolvedAt: string | null;
                            closedAt: string | null;
                            version: number;
                            can: {
                                take: boolean;
                                reply: boolean;
                                assign: boolean;
                                moveTo: ("open" | "in-progress" | "waiting" | "resolved" | "closed")[];
                                snooze: boolean;
                                delete: boolean;
                                handBack: boolean;
                                merge: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tickets/{ticketId}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a ticket
         * @description API keys need the scope `tickets:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a ticket (UUID) */
                    ticketId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "version": 1
                     *     }
                     */
                    "application/json": {
                        version: number;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "number": 1,
                         *       "subject": "Where is my order?",
                         *       "preview": "text",
                         *       "status": "open",
                         *       "priority": "low",
                         *       "category": "general",
                         *       "tags": [
                         *         "text"
                         *       ],
                         *       "customerName": "Ada Park",
                         *       "customerEmail": "ada@example.org",
                         *       "emailStatus": "verified",
                         *       "assignee": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "team": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "isEscalatedByAi": true,
                         *       "isDemo": true,
                         *       "isOverLimit": true,
                         *       "snoozedUntil": "2026-01-15T10:00:00.000Z",
                         *       "snoozedUntilReply": true,
                         *       "sla": {
                         *         "state": "running",
                         *         "dueAt": "2026-01-15T10:00:00.000Z"
                         *       },
                         *       "isUnread": true,
                         *       "lastMessageAt": "2026-01-15T10:00:00.000Z",
                         *       "createdAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "conversationId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "customerId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "description": "It was to arrive on Monday.",
                         *       "priorityLabel": "text",
                         *       "source": "guest_portal",
                         *       "customFields": {},
                         *       "mergedIntoId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "escalationReason": "human_requested",
                         *       "aiAgent": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park",
                         *         "type": "technical"
                         *       },
                         *       "rating": 1,
                         *       "ratingComment": "text",
                         *       "ratedAt": "2026-01-15T10:00:00.000Z",
                         *       "firstResponseAt": "2026-01-15T10:00:00.000Z",
                         *       "resolvedAt": "2026-01-15T10:00:00.000Z",
                         *       "closedAt": "2026-01-15T10:00:00.000Z",
                         *       "version": 1,
                         *       "can": {
                         *         "take": true,
                         *         "reply": true,
                         *         "assign": true,
                         *         "moveTo": [
                         *           "open"
                         *         ],
                         *         "snooze": true,
                         *         "delete": true,
                         *         "handBack": true,
                         *         "merge": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a ticket (UUID)
                             */
                            id: string;
                            number: number;
                            subject: string;
                            preview: string;
                            /** @enum {string} */
                            status: "open" | "in-progress" | "waiting" | "resolved" | "closed";
                            /** @enum {string} */
                            priority: "low" | "medium" | "high" | "urgent";
                            category: string;
                            tags: string[];
                            customerName: string;
                            customerEmail: string | null;
                            emailStatus: ("verified" | "entered" | "claimed") | null;
                            assignee: {
                                /**
                                 * Format: uuid
                                 * @description Id of a user (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            team: {
                                /**
                                 * Format: uuid
                                 * @description Id of a team (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            isEscalatedByAi: boolean;
                            isDemo: boolean;
                            isOverLimit: boolean;
                            snoozedUntil: string | null;
                            snoozedUntilReply: boolean;
                            sla: {
                                /** @enum {string} */
                                state: "running" | "soon" | "paused" | "met" | "breached";
                                dueAt: string | null;
                            } | null;
                            isUnread: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            lastMessageAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                            /**
                             * Format: uuid
                             * @description Id of a conversation (UUID)
                             */
                            conversationId: string;
                            customerId: string | null;
                            description: string;
                            priorityLabel: string;
                            /** @enum {string} */
                            source: "guest_portal" | "customer_portal" | "chat" | "desk" | "email" | "demo";
                            customFields: {
                                [key: string]: string | number | boolean | string[];
                            };
                            mergedIntoId: string | null;
                            escalationReason: ("human_requested" | "frustration_detected" | "three_attempts" | "complex_issue" | "urgent_issue" | "score") | null;
                            aiAgent: {
                                /**
                                 * Format: uuid
                                 * @description Id of a agent (UUID)
                                 */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "technical" | "sales" | "general" | "billing" | "security" | "integration" | "escalation" | "feedback";
                            } | null;
                            rating: number | null;
                            ratingComment: string | null;
                            ratedAt: string | null;
                            firstResponseAt: string | null;
                            resolvedAt: string | null;
                            closedAt: string | null;
                            version: number;
                            can: {
                                take: boolean;
                                reply: boolean;
                                assign: boolean;
                                moveTo: ("open" | "in-progress" | "waiting" | "resolved" | "closed")[];
                                snooze: boolean;
                                delete: boolean;
                                handBack: boolean;
                                merge: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tickets/{ticketId}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Snooze a ticket until a time or a reply
         * @description API keys need the scope `tickets:write`.
         */
        put: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a ticket (UUID) */
                    ticketId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "version": 1,
                     *       "until": "reply"
                     *     }
                     */
                    "application/json": {
                        version: number;
                        until: "reply" | string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "number": 1,
                         *       "subject": "Where is my order?",
                         *       "preview": "text",
                         *       "status": "open",
                         *       "priority": "low",
                         *       "category": "general",
                         *       "tags": [
                         *         "text"
                         *       ],
                         *       "customerName": "Ada Park",
                         *       "customerEmail": "ada@example.org",
                         *       "emailStatus": "verified",
                         *       "assignee": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "team": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "isEscalatedByAi": true,
                         *       "isDemo": true,
                         *       "isOverLimit": true,
                         *       "snoozedUntil": "2026-01-15T10:00:00.000Z",
                         *       "snoozedUntilReply": true,
                         *       "sla": {
                         *         "state": "running",
                         *         "dueAt": "2026-01-15T10:00:00.000Z"
                         *       },
                         *       "isUnread": true,
                         *       "lastMessageAt": "2026-01-15T10:00:00.000Z",
                         *       "createdAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "conversationId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "customerId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "description": "It was to arrive on Monday.",
                         *       "priorityLabel": "text",
                         *       "source": "guest_portal",
                         *       "customFields": {},
                         *       "mergedIntoId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "escalationReason": "human_requested",
                         *       "aiAgent": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park",
                         *         "type": "technical"
                         *       },
                         *       "rating": 1,
                         *       "ratingComment": "text",
                         *       "ratedAt": "2026-01-15T10:00:00.000Z",
                         *       "firstResponseAt": "2026-01-15T10:00:00.000Z",
                         *       "resolvedAt": "2026-01-15T10:00:00.000Z",
                         *       "closedAt": "2026-01-15T10:00:00.000Z",
                         *       "version": 1,
                         *       "can": {
                         *         "take": true,
                         *         "reply": true,
                         *         "assign": true,
                         *         "moveTo": [
                         *           "open"
                         *         ],
                         *         "snooze": true,
                         *         "delete": true,
                         *         "handBack": true,
                         *         "merge": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a ticket (UUID)
                             */
                            id: string;
                            number: number;
                            subject: string;
                            preview: string;
                            /** @enum {string} */
                            status: "open" | "in-progress" | "waiting" | "resolved" | "closed";
                            /** @enum {string} */
                            priority: "low" | "medium" | "high" | "urgent";
                            category: string;
                            tags: string[];
                            customerName: string;
                            customerEmail: string | null;
                            emailStatus: ("verified" | "entered" | "claimed") | null;
                            assignee: {
                                /**
                                 * Format: uuid
                                 * @description Id of a user (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            team: {
                                /**
                                 * Format: uuid
                                 * @description Id of a team (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            isEscalatedByAi: boolean;
                            isDemo: boolean;
                            isOverLimit: boolean;
                            snoozedUntil: string | null;
                            snoozedUntilReply: boolean;
                            sla: {
                                /** @enum {string} */
                                state: "running" | "soon" | "paused" | "met" | "breached";
                                dueAt: string | null;
                            } | null;
                            isUnread: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            lastMessageAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                            /**
                             * Format: uuid
                             * @description Id of a conversation (UUID)
                             */
                            conversationId: string;
                            customerId: string | null;
                            description: string;
                            priorityLabel: string;
                            /** @enum {string} */
                            source: "guest_portal" | "customer_portal" | "chat" | "desk" | "email" | "demo";
                            customFields: {
                                [key: string]: string | number | boolean | string[];
                            };
                            mergedIntoId: string | null;
                            escalationReason: ("human_requested" | "frustration_detected" | "three_attempts" | "complex_issue" | "urgent_issue" | "score") | null;
                            aiAgent: {
                                /**
                                 * Format: uuid
                                 * @description Id of a agent (UUID)
                                 */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "technical" | "sales" | "general" | "billing" | "security" | "integration" | "escalation" | "feedback";
                            } | null;
                            rating: number | null;
                            ratingComment: string | null;
                            ratedAt: string | null;
                            firstResponseAt: string | null;
                            resolvedAt: string | null;
                            closedAt: string | null;
                            version: number;
                            can: {
                                take: boolean;
                                reply: boolean;
                                assign: boolean;
                                moveTo: ("open" | "in-progress" | "waiting" | "resolved" | "closed")[];
                                snooze: boolean;
                                delete: boolean;
                                handBack: boolean;
                                merge: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tickets/{ticketId}/wake": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the snooze of a ticket
         * @description API keys need the scope `tickets:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a ticket (UUID) */
                    ticketId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "version": 1
                     *     }
                     */
                    "application/json": {
                        version: number;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "number": 1,
                         *       "subject": "Where is my order?",
                         *       "preview": "text",
                         *       "status": "open",
                         *       "priority": "low",
                         *       "category": "general",
                         *       "tags": [
                         *         "text"
                         *       ],
                         *       "customerName": "Ada Park",
                         *       "customerEmail": "ada@example.org",
                         *       "emailStatus": "verified",
                         *       "assignee": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "team": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "isEscalatedByAi": true,
                         *       "isDemo": true,
                         *       "isOverLimit": true,
                         *       "snoozedUntil": "2026-01-15T10:00:00.000Z",
                         *       "snoozedUntilReply": true,
                         *       "sla": {
                         *         "state": "running",
                         *         "dueAt": "2026-01-15T10:00:00.000Z"
                         *       },
                         *       "isUnread": true,
                         *       "lastMessageAt": "2026-01-15T10:00:00.000Z",
                         *       "createdAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "conversationId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "customerId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "description": "It was to arrive on Monday.",
                         *       "priorityLabel": "text",
                         *       "source": "guest_portal",
                         *       "customFields": {},
                         *       "mergedIntoId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "escalationReason": "human_requested",
                         *       "aiAgent": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park",
                         *         "type": "technical"
                         *       },
                         *       "rating": 1,
                         *       "ratingComment": "text",
                         *       "ratedAt": "2026-01-15T10:00:00.000Z",
                         *       "firstResponseAt": "2026-01-15T10:00:00.000Z",
                         *       "resolvedAt": "2026-01-15T10:00:00.000Z",
                         *       "closedAt": "2026-01-15T10:00:00.000Z",
                         *       "version": 1,
                         *       "can": {
                         *         "take": true,
                         *         "reply": true,
                         *         "assign": true,
                         *         "moveTo": [
                         *           "open"
                         *         ],
                         *         "snooze": true,
                         *         "delete": true,
                         *         "handBack": true,
                         *         "merge": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a ticket (UUID)
                             */
                            id: string;
                            number: number;
                            subject: string;
                            preview: string;
                            /** @enum {string} */
                            status: "open" | "in-progress" | "waiting" | "resolved" | "closed";
                            /** @enum {string} */
                            priority: "low" | "medium" | "high" | "urgent";
                            category: string;
                            tags: string[];
                            customerName: string;
                            customerEmail: string | null;
                            emailStatus: ("verified" | "entered" | "claimed") | null;
                            assignee: {
                                /**
                                 * Format: uuid
                                 * @description Id of a user (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            team: {
                                /**
                                 * Format: uuid
                                 * @description Id of a team (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            isEscalatedByAi: boolean;
                            isDemo: boolean;
                            isOverLimit: boolean;
                            snoozedUntil: string | null;
                            snoozedUntilReply: boolean;
                            sla: {
                                /** @enum {string} */
                                state: "running" | "soon" | "paused" | "met" | "breached";
                                dueAt: string | null;
                            } | null;
                            isUnread: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            lastMessageAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                            /**
                             * Format: uuid
                             * @description Id of a conversation (UUID)
                             */
                            conversationId: string;
                            customerId: string | null;
                            description: string;
                            priorityLabel: string;
                            /** @enum {string} */
                            source: "guest_portal" | "customer_portal" | "chat" | "desk" | "email" | "demo";
                            customFields: {
                                [key: string]: string | number | boolean | string[];
                            };
                            mergedIntoId: string | null;
                            escalationReason: ("human_requested" | "frustration_detected" | "three_attempts" | "complex_issue" | "urgent_issue" | "score") | null;
                            aiAgent: {
                                /**
                                 * Format: uuid
                                 * @description Id of a agent (UUID)
                                 */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "technical" | "sales" | "general" | "billing" | "security" | "integration" | "escalation" | "feedback";
                            } | null;
                            rating: number | null;
                            ratingComment: string | null;
                            ratedAt: string | null;
                            firstResponseAt: string | null;
                            resolvedAt: string | null;
                            closedAt: string | null;
                            version: number;
                            can: {
                                take: boolean;
                                reply: boolean;
                                assign: boolean;
                                moveTo: ("open" | "in-progress" | "waiting" | "resolved" | "closed")[];
                                snooze: boolean;
                                delete: boolean;
                                handBack: boolean;
                                merge: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tickets/{ticketId}/assignee": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign a ticket
         * @description API keys need the scope `tickets:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a ticket (UUID) */
                    ticketId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "version": 1
                     *     }
                     */
                    "application/json": {
                        version: number;
                        assigneeId?: string | null;
                        teamId?: string | null;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "number": 1,
                         *       "subject": "Where is my order?",
                         *       "preview": "text",
                         *       "status": "open",
                         *       "priority": "low",
                         *       "category": "general",
                         *       "tags": [
                         *         "text"
                         *       ],
                         *       "customerName": "Ada Park",
                         *       "customerEmail": "ada@example.org",
                         *       "emailStatus": "verified",
                         *       "assignee": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "team": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "isEscalatedByAi": true,
                         *       "isDemo": true,
                         *       "isOverLimit": true,
                         *       "snoozedUntil": "2026-01-15T10:00:00.000Z",
                         *       "snoozedUntilReply": true,
                         *       "sla": {
                         *         "state": "running",
                         *         "dueAt": "2026-01-15T10:00:00.000Z"
                         *       },
                         *       "isUnread": true,
                         *       "lastMessageAt": "2026-01-15T10:00:00.000Z",
                         *       "createdAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "conversationId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "customerId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "description": "It was to arrive on Monday.",
                         *       "priorityLabel": "text",
                         *       "source": "guest_portal",
                         *       "customFields": {},
                         *       "mergedIntoId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "escalationReason": "human_requested",
                         *       "aiAgent": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park",
                         *         "type": "technical"
                         *       },
                         *       "rating": 1,
                         *       "ratingComment": "text",
                         *       "ratedAt": "2026-01-15T10:00:00.000Z",
                         *       "firstResponseAt": "2026-01-15T10:00:00.000Z",
                         *       "resolvedAt": "2026-01-15T10:00:00.000Z",
                         *       "closedAt": "2026-01-15T10:00:00.000Z",
                         *       "version": 1,
                         *       "can": {
                         *         "take": true,
                         *         "reply": true,
                         *         "assign": true,
                         *         "moveTo": [
                         *           "open"
                         *         ],
                         *         "snooze": true,
                         *         "delete": true,
                         *         "handBack": true,
                         *         "merge": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a ticket (UUID)
                             */
                            id: string;
                            number: number;
                            subject: string;
                            preview: string;
                            /** @enum {string} */
                            status: "open" | "in-progress" | "waiting" | "resolved" | "closed";
                            /** @enum {string} */
                            priority: "low" | "medium" | "high" | "urgent";
                            category: string;
                            tags: string[];
                            customerName: string;
                            customerEmail: string | null;
                            emailStatus: ("verified" | "entered" | "claimed") | null;
                            assignee: {
                                /**
                                 * Format: uuid
                                 * @description Id of a user (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            team: {
                                /**
                                 * Format: uuid
                                 * @description Id of a team (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            isEscalatedByAi: boolean;
                            isDemo: boolean;
                            isOverLimit: boolean;
                            snoozedUntil: string | null;
                            snoozedUntilReply: boolean;
                            sla: {
                                /** @enum {string} */
                                state: "running" | "soon" | "paused" | "met" | "breached";
                                dueAt: string | null;
                            } | null;
                            isUnread: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            lastMessageAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                            /**
                             * Format: uuid
                             * @description Id of a conversation (UUID)
                             */
                            conversationId: string;
                            customerId: string | null;
                            description: string;
                            priorityLabel: string;
                            /** @enum {string} */
                            source: "guest_portal" | "customer_portal" | "chat" | "desk" | "email" | "demo";
                            customFields: {
                                [key: string]: string | number | boolean | string[];
                            };
                            mergedIntoId: string | null;
                            escalationReason: ("human_requested" | "frustration_detected" | "three_attempts" | "complex_issue" | "urgent_issue" | "score") | null;
                            aiAgent: {
                                /**
                                 * Format: uuid
                                 * @description Id of a agent (UUID)
                                 */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "technical" | "sales" | "general" | "billing" | "security" | "integration" | "escalation" | "feedback";
                            } | null;
                            rating: number | null;
                            ratingComment: string | null;
                            ratedAt: string | null;
                            firstResponseAt: string | null;
                            resolvedAt: string | null;
                            closedAt: string | null;
                            version: number;
                            can: {
                                take: boolean;
                                reply: boolean;
                                assign: boolean;
                                moveTo: ("open" | "in-progress" | "waiting" | "resolved" | "closed")[];
                                snooze: boolean;
                                delete: boolean;
                                handBack: boolean;
                                merge: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tickets/{ticketId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reply to the customer or add an internal note
         * @description API keys need the scope `tickets:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a ticket (UUID) */
                    ticketId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                     *       "body": "It is on its way.",
                     *       "visibility": "public"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of a message (UUID)
                         */
                        id: string;
                        body: string;
                        original?: string;
                        /** @enum {string} */
                        visibility: "public" | "note";
                        /** @default [] */
                        fileIds?: string[];
                        cc?: string[];
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "seq": 1,
                         *       "author": "customer",
                         *       "authorName": "text",
                         *       "visibility": "public",
                         *       "kind": "text",
                         *       "body": "It is on its way.",
                         *       "state": "streaming",
                         *       "sources": [
                         *         {
                         *           "kind": "faq",
                         *           "id": "text",
                         *           "title": "Delivery times",
                         *           "passage": "text",
                         *           "articleSlug": "text"
                         *         }
                         *       ],
                         *       "suggestions": [
                         *         "text"
                         *       ],
                         *       "confidence": 1,
                         *       "helpful": true,
                         *       "attachments": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "name": "Ada Park",
                         *           "mime": "text",
                         *           "size": 1,
                         *           "isImage": true
                         *         }
                         *       ],
                         *       "createdAt": "2026-01-15T10:00:00.000Z"
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a message (UUID)
                             */
                            id: string;
                            seq: number;
                            /** @enum {string} */
                            author: "customer" | "member" | "assistant" | "system";
                            authorName: string | null;
                            /** @enum {string} */
                            visibility: "public" | "note";
                            /** @enum {string} */
                            kind: "text" | "greeting" | "escalation" | "ticket_created" | "joined" | "handed_back" | "status_changed" | "assigned" | "rated" | "ended" | "fallback";
                            body: string;
                            original?: string;
                            /** @enum {string} */
                            state: "streaming" | "complete" | "interrupted";
                            sources: {
                                /** @enum {string} */
                                kind: "faq" | "article" | "document";
                                id: string;
                                title: string;
                                passage: string;
                                heading?: string;
                                page?: number;
                                articleSlug: string | null;
                            }[];
                            suggestions: string[];
                            confidence: number | null;
                            helpful: boolean | null;
                            attachments: {
                                /**
                                 * Format: uuid
                                 * @description Id of a file (UUID)
                                 */
                                id: string;
                                name: string;
                                mime: string;
                                size: number;
                                isImage: boolean;
                                placeholder?: string;
                            }[];
                            /**
                             * Format: uuid
                             * @description Id of a conversation (UUID)
                             */
                            mergedFrom?: string;
                            /**
                             * Format: uuid
                             * @description Id of a inboundMail (UUID)
                             */
                            mailId?: string;
                            cc?: string[];
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tickets/{ticketId}/hand-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand the chat back to the assistant
         * @description API keys need the scope `tickets:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a ticket (UUID) */
                    ticketId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "number": 1,
                         *       "subject": "Where is my order?",
                         *       "preview": "text",
                         *       "status": "open",
                         *       "priority": "low",
                         *       "category": "general",
                         *       "tags": [
                         *         "text"
                         *       ],
                         *       "customerName": "Ada Park",
                         *       "customerEmail": "ada@example.org",
                         *       "emailStatus": "verified",
                         *       "assignee": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "team": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "isEscalatedByAi": true,
                         *       "isDemo": true,
                         *       "isOverLimit": true,
                         *       "snoozedUntil": "2026-01-15T10:00:00.000Z",
                         *       "snoozedUntilReply": true,
                         *       "sla": {
                         *         "state": "running",
                         *         "dueAt": "2026-01-15T10:00:00.000Z"
                         *       },
                         *       "isUnread": true,
                         *       "lastMessageAt": "2026-01-15T10:00:00.000Z",
                         *       "createdAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "conversationId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "customerId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "description": "It was to arrive on Monday.",
                         *       "priorityLabel": "text",
                         *       "source": "guest_portal",
                         *       "customFields": {},
                         *       "mergedIntoId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "escalationReason": "human_requested",
                         *       "aiAgent": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park",
                         *         "type": "technical"
                         *       },
                         *       "rating": 1,
                         *       "ratingComment": "text",
                         *       "ratedAt": "2026-01-15T10:00:00.000Z",
                         *       "firstResponseAt": "2026-01-15T10:00:00.000Z",
                         *       "resolvedAt": "2026-01-15T10:00:00.000Z",
                         *       "closedAt": "2026-01-15T10:00:00.000Z",
                         *       "version": 1,
                         *       "can": {
                         *         "take": true,
                         *         "reply": true,
                         *         "assign": true,
                         *         "moveTo": [
                         *           "open"
                         *         ],
                         *         "snooze": true,
                         *         "delete": true,
                         *         "handBack": true,
                         *         "merge": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a ticket (UUID)
                             */
                            id: string;
                            number: number;
                            subject: string;
                            preview: string;
                            /** @enum {string} */
                            status: "open" | "in-progress" | "waiting" | "resolved" | "closed";
                            /** @enum {string} */
                            priority: "low" | "medium" | "high" | "urgent";
                            category: string;
                            tags: string[];
                            customerName: string;
                            customerEmail: string | null;
                            emailStatus: ("verified" | "entered" | "claimed") | null;
                            assignee: {
                                /**
                                 * Format: uuid
                                 * @description Id of a user (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            team: {
                                /**
                                 * Format: uuid
                                 * @description Id of a team (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            isEscalatedByAi: boolean;
                            isDemo: boolean;
                            isOverLimit: boolean;
                            snoozedUntil: string | null;
                            snoozedUntilReply: boolean;
                            sla: {
                                /** @enum {string} */
                                state: "running" | "soon" | "paused" | "met" | "breached";
                                dueAt: string | null;
                            } | null;
                            isUnread: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            lastMessageAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                            /**
                             * Format: uuid
                             * @description Id of a conversation (UUID)
                             */
                            conversationId: string;
                            customerId: string | null;
                            description: string;
                            priorityLabel: string;
                            /** @enum {string} */
                            source: "guest_portal" | "customer_portal" | "chat" | "desk" | "email" | "demo";
                            customFields: {
                                [key: string]: string | number | boolean | string[];
                            };
                            mergedIntoId: string | null;
                            escalationReason: ("human_requested" | "frustration_detected" | "three_attempts" | "complex_issue" | "urgent_issue" | "score") | null;
                            aiAgent: {
                                /**
                                 * Format: uuid
                                 * @description Id of a agent (UUID)
                                 */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "technical" | "sales" | "general" | "billing" | "security" | "integration" | "escalation" | "feedback";
                            } | null;
                            rating: number | null;
                            ratingComment: string | null;
                            ratedAt: string | null;
                            firstResponseAt: string | null;
                            resolvedAt: string | null;
                            closedAt: string | null;
                            version: number;
                            can: {
                                take: boolean;
                                reply: boolean;
                                assign: boolean;
                                moveTo: ("open" | "in-progress" | "waiting" | "resolved" | "closed")[];
                                snooze: boolean;
                                delete: boolean;
                                handBack: boolean;
                                merge: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ticket-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Saved views with the number of their tickets
         * @description API keys need the scope `tickets:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "name": "Ada Park",
                         *           "isShared": true,
                         *           "filter": {},
                         *           "count": 1,
                         *           "problem": "deleted_team",
                         *           "can": {
                         *             "edit": true
                         *           }
                         *         }
                         *       ],
                         *       "can": {
                         *         "share": true,
                         *         "export": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            items: {
                                /**
                                 * Format: uuid
                                 * @description Id of a savedView (UUID)
                                 */
                                id: string;
                                name: string;
                                isShared: boolean;
                                filter: {
                                    statuses?: ("open" | "in-progress" | "waiting" | "resolved" | "closed")[];
                                    priorities?: ("low" | "medium" | "high" | "urgent")[];
                                    sources?: ("guest_portal" | "customer_portal" | "chat" | "desk" | "email" | "demo")[];
                                    assignees?: (("me" | "none") | string)[];
                                    teams?: ("none" | string)[];
                                    tags?: string[];
                                    categories?: string[];
                                    channels?: ("chat" | "form" | "desk" | "email")[];
                                    utmSources?: string[];
                                    ratings?: ("1" | "2" | "3" | "4" | "5" | "none")[];
                                    sla?: ("running" | "soon" | "paused" | "met" | "breached")[];
                                    fields?: string[];
                                    createdWithinDays?: number;
                                    /**
                                     * Format: uuid
                                     * @description Id of a customer (UUID)
                                     */
                                    customerId?: string;
                                    /** @enum {string} */
                                    unread?: "yes" | "no";
                                    /** @enum {string} */
                                    snoozed?: "yes";
                                    words?: string;
                                    /** @enum {string} */
                                    dated?: "created" | "answered" | "resolved" | "rated" | "unfinished";
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 instant, UTC
                                     */
                                    from?: string;
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 instant, UTC
                                     */
                                    before?: string;
                                    hour?: string;
                                };
                                count: number;
                                problem: ("deleted_team" | "former_member" | "deleted_tag" | "archived_field") | null;
                                can: {
                                    edit: boolean;
                                };
                            }[];
                            can: {
                                share: boolean;
                                export: boolean;
                            };
                        };
                    };
                };
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ticket-tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The tags of tickets with their number of tickets
         * @description API keys need the scope `tickets:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "name": "Ada Park",
                         *           "tickets": 1,
                         *           "colour": "red"
                         *         }
                         *       ],
                         *       "can": {
                         *         "edit": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            items: {
                                name: string;
                                tickets: number;
                                colour: ("red" | "amber" | "green" | "teal" | "blue" | "violet" | "pink") | null;
                            }[];
                            can: {
                                edit: boolean;
                            };
                        };
                    };
                };
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ticket-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The fields that the business adds to its tickets
         * @description API keys need the scope `tickets:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "key": "text",
                         *           "name": "Ada Park",
                         *           "type": "text",
                         *           "help": "text",
                         *           "options": [
                         *             "text"
                         *           ],
                         *           "required": "never",
                         *           "isOnForm": true,
                         *           "isArchived": true,
                         *           "version": 1
                         *         }
                         *       ],
                         *       "can": {
                         *         "edit": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            items: {
                                /**
                                 * Format: uuid
                                 * @description Id of a ticketField (UUID)
                                 */
                                id: string;
                                key: string;
                                name: string;
                                /** @enum {string} */
                                type: "text" | "long_text" | "number" | "date" | "yes_no" | "choice" | "choices" | "link";
                                help: string;
                                options: string[];
                                /** @enum {string} */
                                required: "never" | "resolve" | "form";
                                isOnForm: boolean;
                                isArchived: boolean;
                                version: number;
                            }[];
                            can: {
                                edit: boolean;
                            };
                        };
                    };
                };
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tickets/{ticketId}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a ticket into another one
         * @description API keys need the scope `tickets:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a ticket (UUID) */
                    ticketId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                     *       "version": 1,
                     *       "targetId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of a ticketMerge (UUID)
                         */
                        id: string;
                        version: number;
                        /**
                         * Format: uuid
                         * @description Id of a ticket (UUID)
                         */
                        targetId: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "number": 1,
                         *       "subject": "Where is my order?",
                         *       "preview": "text",
                         *       "status": "open",
                         *       "priority": "low",
                         *       "category": "general",
                         *       "tags": [
                         *         "text"
                         *       ],
                         *       "customerName": "Ada Park",
                         *       "customerEmail": "ada@example.org",
                         *       "emailStatus": "verified",
                         *       "assignee": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "team": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "isEscalatedByAi": true,
                         *       "isDemo": true,
                         *       "isOverLimit": true,
                         *       "snoozedUntil": "2026-01-15T10:00:00.000Z",
                         *       "snoozedUntilReply": true,
                         *       "sla": {
                         *         "state": "running",
                         *         "dueAt": "2026-01-15T10:00:00.000Z"
                         *       },
                         *       "isUnread": true,
                         *       "lastMessageAt": "2026-01-15T10:00:00.000Z",
                         *       "createdAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "conversationId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "customerId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "description": "It was to arrive on Monday.",
                         *       "priorityLabel": "text",
                         *       "source": "guest_portal",
                         *       "customFields": {},
                         *       "mergedIntoId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "escalationReason": "human_requested",
                         *       "aiAgent": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park",
                         *         "type": "technical"
                         *       },
                         *       "rating": 1,
                         *       "ratingComment": "text",
                         *       "ratedAt": "2026-01-15T10:00:00.000Z",
                         *       "firstResponseAt": "2026-01-15T10:00:00.000Z",
                         *       "resolvedAt": "2026-01-15T10:00:00.000Z",
                         *       "closedAt": "2026-01-15T10:00:00.000Z",
                         *       "version": 1,
                         *       "can": {
                         *         "take": true,
                         *         "reply": true,
                         *         "assign": true,
                         *         "moveTo": [
                         *           "open"
                         *         ],
                         *         "snooze": true,
                         *         "delete": true,
                         *         "handBack": true,
                         *         "merge": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a ticket (UUID)
                             */
                            id: string;
                            number: number;
                            subject: string;
                            preview: string;
                            /** @enum {string} */
                            status: "open" | "in-progress" | "waiting" | "resolved" | "closed";
                            /** @enum {string} */
                            priority: "low" | "medium" | "high" | "urgent";
                            category: string;
                            tags: string[];
                            customerName: string;
                            customerEmail: string | null;
                            emailStatus: ("verified" | "entered" | "claimed") | null;
                            assignee: {
                                /**
                                 * Format: uuid
                                 * @description Id of a user (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            team: {
                                /**
                                 * Format: uuid
                                 * @description Id of a team (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            isEscalatedByAi: boolean;
                            isDemo: boolean;
                            isOverLimit: boolean;
                            snoozedUntil: string | null;
                            snoozedUntilReply: boolean;
                            sla: {
                                /** @enum {string} */
                                state: "running" | "soon" | "paused" | "met" | "breached";
                                dueAt: string | null;
                            } | null;
                            isUnread: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            lastMessageAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                            /**
                             * Format: uuid
                             * @description Id of a conversation (UUID)
                             */
                            conversationId: string;
                            customerId: string | null;
                            description: string;
                            priorityLabel: string;
                            /** @enum {string} */
                            source: "guest_portal" | "customer_portal" | "chat" | "desk" | "email" | "demo";
                            customFields: {
                                [key: string]: string | number | boolean | string[];
                            };
                            mergedIntoId: string | null;
                            escalationReason: ("human_requested" | "frustration_detected" | "three_attempts" | "complex_issue" | "urgent_issue" | "score") | null;
                            aiAgent: {
                                /**
                                 * Format: uuid
                                 * @description Id of a agent (UUID)
                                 */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "technical" | "sales" | "general" | "billing" | "security" | "integration" | "escalation" | "feedback";
                            } | null;
                            rating: number | null;
                            ratingComment: string | null;
                            ratedAt: string | null;
                            firstResponseAt: string | null;
                            resolvedAt: string | null;
                            closedAt: string | null;
                            version: number;
                            can: {
                                take: boolean;
                                reply: boolean;
                                assign: boolean;
                                moveTo: ("open" | "in-progress" | "waiting" | "resolved" | "closed")[];
                                snooze: boolean;
                                delete: boolean;
                                handBack: boolean;
                                merge: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ticket-merges/{ticketMergeId}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the merge of a ticket
         * @description API keys need the scope `tickets:write`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a ticketMerge (UUID) */
                    ticketMergeId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "number": 1,
                         *       "subject": "Where is my order?",
                         *       "preview": "text",
                         *       "status": "open",
                         *       "priority": "low",
                         *       "category": "general",
                         *       "tags": [
                         *         "text"
                         *       ],
                         *       "customerName": "Ada Park",
                         *       "customerEmail": "ada@example.org",
                         *       "emailStatus": "verified",
                         *       "assignee": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "team": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park"
                         *       },
                         *       "isEscalatedByAi": true,
                         *       "isDemo": true,
                         *       "isOverLimit": true,
                         *       "snoozedUntil": "2026-01-15T10:00:00.000Z",
                         *       "snoozedUntilReply": true,
                         *       "sla": {
                         *         "state": "running",
                         *         "dueAt": "2026-01-15T10:00:00.000Z"
                         *       },
                         *       "isUnread": true,
                         *       "lastMessageAt": "2026-01-15T10:00:00.000Z",
                         *       "createdAt": "2026-01-15T10:00:00.000Z",
                         *       "updatedAt": "2026-01-15T10:00:00.000Z",
                         *       "conversationId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "customerId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "description": "It was to arrive on Monday.",
                         *       "priorityLabel": "text",
                         *       "source": "guest_portal",
                         *       "customFields": {},
                         *       "mergedIntoId": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "escalationReason": "human_requested",
                         *       "aiAgent": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "name": "Ada Park",
                         *         "type": "technical"
                         *       },
                         *       "rating": 1,
                         *       "ratingComment": "text",
                         *       "ratedAt": "2026-01-15T10:00:00.000Z",
                         *       "firstResponseAt": "2026-01-15T10:00:00.000Z",
                         *       "resolvedAt": "2026-01-15T10:00:00.000Z",
                         *       "closedAt": "2026-01-15T10:00:00.000Z",
                         *       "version": 1,
                         *       "can": {
                         *         "take": true,
                         *         "reply": true,
                         *         "assign": true,
                         *         "moveTo": [
                         *           "open"
                         *         ],
                         *         "snooze": true,
                         *         "delete": true,
                         *         "handBack": true,
                         *         "merge": true
                         *       }
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a ticket (UUID)
                             */
                            id: string;
                            number: number;
                            subject: string;
                            preview: string;
                            /** @enum {string} */
                            status: "open" | "in-progress" | "waiting" | "resolved" | "closed";
                            /** @enum {string} */
                            priority: "low" | "medium" | "high" | "urgent";
                            category: string;
                            tags: string[];
                            customerName: string;
                            customerEmail: string | null;
                            emailStatus: ("verified" | "entered" | "claimed") | null;
                            assignee: {
                                /**
                                 * Format: uuid
                                 * @description Id of a user (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            team: {
                                /**
                                 * Format: uuid
                                 * @description Id of a team (UUID)
                                 */
                                id: string;
                                name: string;
                            } | null;
                            isEscalatedByAi: boolean;
                            isDemo: boolean;
                            isOverLimit: boolean;
                            snoozedUntil: string | null;
                            snoozedUntilReply: boolean;
                            sla: {
                                /** @enum {string} */
                                state: "running" | "soon" | "paused" | "met" | "breached";
                                dueAt: string | null;
                            } | null;
                            isUnread: boolean;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            lastMessageAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            updatedAt: string;
                            /**
                             * Format: uuid
                             * @description Id of a conversation (UUID)
                             */
                            conversationId: string;
                            customerId: string | null;
                            description: string;
                            priorityLabel: string;
                            /** @enum {string} */
                            source: "guest_portal" | "customer_portal" | "chat" | "desk" | "email" | "demo";
                            customFields: {
                                [key: string]: string | number | boolean | string[];
                            };
                            mergedIntoId: string | null;
                            escalationReason: ("human_requested" | "frustration_detected" | "three_attempts" | "complex_issue" | "urgent_issue" | "score") | null;
                            aiAgent: {
                                /**
                                 * Format: uuid
                                 * @description Id of a agent (UUID)
                                 */
                                id: string;
                                name: string;
                                /** @enum {string} */
                                type: "technical" | "sales" | "general" | "billing" | "security" | "integration" | "escalation" | "feedback";
                            } | null;
                            rating: number | null;
                            ratingComment: string | null;
                            ratedAt: string | null;
                            firstResponseAt: string | null;
                            resolvedAt: string | null;
                            closedAt: string | null;
                            version: number;
                            can: {
                                take: boolean;
                                reply: boolean;
                                assign: boolean;
                                moveTo: ("open" | "in-progress" | "waiting" | "resolved" | "closed")[];
                                snooze: boolean;
                                delete: boolean;
                                handBack: boolean;
                                merge: boolean;
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tickets/{ticketId}/sla": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How a ticket stands against its agreed times
         * @description API keys need the scope `tickets:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a ticket (UUID) */
                    ticketId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "sla": {
                         *         "state": "running",
                         *         "clocks": {}
                         *       }
                         *     }
                         */
                        "application/json": {
                            sla: {
                                /** @enum {string} */
                                state: "running" | "soon" | "paused" | "met" | "breached";
                                clocks: {
                                    [key: string]: {
                                        spentMs: number;
                                        dueAt: string | null;
                                        warnAt: string | null;
                                        warnedAt: string | null;
                                        breachedAt: string | null;
                                        endedAt: string | null;
                                    };
                                };
                            } | null;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The webhooks of the business, and the events there are
         * @description API keys need the scope `webhooks:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "url": "https://hooks.example.com/segue",
                         *           "events": [
                         *             "ticket.created"
                         *           ],
                         *           "state": "on",
                         *           "version": 1,
                         *           "createdAt": "2026-01-15T10:00:00.000Z",
                         *           "failingSince": "2026-01-15T10:00:00.000Z",
                         *           "lastSuccessAt": "2026-01-15T10:00:00.000Z",
                         *           "pending": 1,
                         *           "secretGeneration": 1,
                         *           "previousSecretUntil": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ],
                         *       "events": [
                         *         {
                         *           "name": "Ada Park",
                         *           "summary": "How long a delivery takes."
                         *         }
                         *       ],
                         *       "apiAccess": {
                         *         "isIncluded": true,
                         *         "plan": {
                         *           "id": "monthly",
                         *           "name": "Ada Park"
                         *         }
                         *       }
                         *     }
                         */
                        "application/json": {
                            items: {
                                /**
                                 * Format: uuid
                                 * @description Id of a webhook (UUID)
                                 */
                                id: string;
                                url: string;
                                events: string[];
                                /** @enum {string} */
                                state: "on" | "off" | "failing";
                                version: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                createdAt: string;
                                failingSince: string | null;
                                lastSuccessAt: string | null;
                                pending: number;
                                secretGeneration: number;
                                previousSecretUntil: string | null;
                            }[];
                            events: {
                                name: string;
                                summary: string;
                            }[];
                            apiAccess: {
                                isIncluded: boolean;
                                plan: {
                                    /** @enum {string} */
                                    id: "monthly" | "lifetime" | "basic" | "pro" | "business" | "enterprise" | "premium";
                                    name: string;
                                };
                            };
                        };
                    };
                };
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        /**
         * Tell an address of events from now on
         * @description API keys need the scope `webhooks:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                     *       "url": "https://hooks.example.com/segue",
                     *       "events": [
                     *         "ticket.created"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Id of a webhook (UUID)
                         */
                        id: string;
                        url: string;
                        events: string[];
                    };
                };
            };
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "webhook": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "url": "https://hooks.example.com/segue",
                         *         "events": [
                         *           "ticket.created"
                         *         ],
                         *         "state": "on",
                         *         "version": 1,
                         *         "createdAt": "2026-01-15T10:00:00.000Z",
                         *         "failingSince": "2026-01-15T10:00:00.000Z",
                         *         "lastSuccessAt": "2026-01-15T10:00:00.000Z",
                         *         "pending": 1,
                         *         "secretGeneration": 1,
                         *         "previousSecretUntil": "2026-01-15T10:00:00.000Z"
                         *       },
                         *       "secret": "text"
                         *     }
                         */
                        "application/json": {
                            webhook: {
                                /**
                                 * Format: uuid
                                 * @description Id of a webhook (UUID)
                                 */
                                id: string;
                                url: string;
                                events: string[];
                                /** @enum {string} */
                                state: "on" | "off" | "failing";
                                version: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                createdAt: string;
                                failingSince: string | null;
                                lastSuccessAt: string | null;
                                pending: number;
                                secretGeneration: number;
                                previousSecretUntil: string | null;
                            };
                            secret: string;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a webhook with its log
         * @description API keys need the scope `webhooks:manage`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a webhook (UUID) */
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "ok": true
                         *     }
                         */
                        "application/json": {
                            /** @enum {boolean} */
                            ok: true;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        options?: never;
        head?: never;
        /**
         * Change the address or the events, switch off or on
         * @description API keys need the scope `webhooks:manage`.
         */
        patch: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a webhook (UUID) */
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "version": 1
                     *     }
                     */
                    "application/json": {
                        version: number;
                        url?: string;
                        events?: string[];
                        isOn?: boolean;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "url": "https://hooks.example.com/segue",
                         *       "events": [
                         *         "ticket.created"
                         *       ],
                         *       "state": "on",
                         *       "version": 1,
                         *       "createdAt": "2026-01-15T10:00:00.000Z",
                         *       "failingSince": "2026-01-15T10:00:00.000Z",
                         *       "lastSuccessAt": "2026-01-15T10:00:00.000Z",
                         *       "pending": 1,
                         *       "secretGeneration": 1,
                         *       "previousSecretUntil": "2026-01-15T10:00:00.000Z"
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a webhook (UUID)
                             */
                            id: string;
                            url: string;
                            events: string[];
                            /** @enum {string} */
                            state: "on" | "off" | "failing";
                            version: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                            failingSince: string | null;
                            lastSuccessAt: string | null;
                            pending: number;
                            secretGeneration: number;
                            previousSecretUntil: string | null;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        trace?: never;
    };
    "/api/webhooks/{webhookId}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a new secret; the one before signs too for a day
         * @description API keys need the scope `webhooks:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a webhook (UUID) */
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "generation": 1
                     *     }
                     */
                    "application/json": {
                        generation: number;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "webhook": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "url": "https://hooks.example.com/segue",
                         *         "events": [
                         *           "ticket.created"
                         *         ],
                         *         "state": "on",
                         *         "version": 1,
                         *         "createdAt": "2026-01-15T10:00:00.000Z",
                         *         "failingSince": "2026-01-15T10:00:00.000Z",
                         *         "lastSuccessAt": "2026-01-15T10:00:00.000Z",
                         *         "pending": 1,
                         *         "secretGeneration": 1,
                         *         "previousSecretUntil": "2026-01-15T10:00:00.000Z"
                         *       },
                         *       "secret": "text"
                         *     }
                         */
                        "application/json": {
                            webhook: {
                                /**
                                 * Format: uuid
                                 * @description Id of a webhook (UUID)
                                 */
                                id: string;
                                url: string;
                                events: string[];
                                /** @enum {string} */
                                state: "on" | "off" | "failing";
                                version: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                createdAt: string;
                                failingSince: string | null;
                                lastSuccessAt: string | null;
                                pending: number;
                                secretGeneration: number;
                                previousSecretUntil: string | null;
                            };
                            secret: string;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description API keys need the scope `webhooks:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a webhook (UUID) */
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                201: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "event": "text",
                         *       "state": "pending",
                         *       "attempts": 1,
                         *       "createdAt": "2026-01-15T10:00:00.000Z",
                         *       "attemptedAt": "2026-01-15T10:00:00.000Z",
                         *       "nextAttemptAt": "2026-01-15T10:00:00.000Z",
                         *       "status": 1,
                         *       "durationMs": 1,
                         *       "fault": "status",
                         *       "answer": "Within three working days."
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a webhookDelivery (UUID)
                             */
                            id: string;
                            event: string;
                            /** @enum {string} */
                            state: "pending" | "delivered" | "failed";
                            attempts: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                            attemptedAt: string | null;
                            nextAttemptAt: string | null;
                            status: number | null;
                            durationMs: number | null;
                            fault: ("status" | "timeout" | "redirect" | "refused_address" | "dns" | "network" | "too_large" | "switched_off" | "plan") | null;
                            answer: string | null;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The delivery log of a webhook, newest first
         * @description API keys need the scope `webhooks:manage`.
         */
        get: {
            parameters: {
                query?: {
                    state?: "pending" | "delivered" | "failed";
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                };
                header?: never;
                path: {
                    /** @description Id of a webhook (UUID) */
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "event": "text",
                         *           "state": "pending",
                         *           "attempts": 1,
                         *           "createdAt": "2026-01-15T10:00:00.000Z",
                         *           "attemptedAt": "2026-01-15T10:00:00.000Z",
                         *           "nextAttemptAt": "2026-01-15T10:00:00.000Z",
                         *           "status": 1,
                         *           "durationMs": 1,
                         *           "fault": "status",
                         *           "answer": "Within three working days."
                         *         }
                         *       ],
                         *       "nextCursor": "eyJhdCI6IjIwMjYtMDEtMTUifQ"
                         *     }
                         */
                        "application/json": {
                            items: {
                                /**
                                 * Format: uuid
                                 * @description Id of a webhookDelivery (UUID)
                                 */
                                id: string;
                                event: string;
                                /** @enum {string} */
                                state: "pending" | "delivered" | "failed";
                                attempts: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                createdAt: string;
                                attemptedAt: string | null;
                                nextAttemptAt: string | null;
                                status: number | null;
                                durationMs: number | null;
                                fault: ("status" | "timeout" | "redirect" | "refused_address" | "dns" | "network" | "too_large" | "switched_off" | "plan") | null;
                                answer: string | null;
                            }[];
                            nextCursor: string | null;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}/deliveries/{webhookDeliveryId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A delivery with the body that was sent
         * @description API keys need the scope `webhooks:manage`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a webhook (UUID) */
                    webhookId: string;
                    /** @description Id of a webhookDelivery (UUID) */
                    webhookDeliveryId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "delivery": {
                         *         "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *         "event": "text",
                         *         "state": "pending",
                         *         "attempts": 1,
                         *         "createdAt": "2026-01-15T10:00:00.000Z",
                         *         "attemptedAt": "2026-01-15T10:00:00.000Z",
                         *         "nextAttemptAt": "2026-01-15T10:00:00.000Z",
                         *         "status": 1,
                         *         "durationMs": 1,
                         *         "fault": "status",
                         *         "answer": "Within three working days."
                         *       },
                         *       "body": "It is on its way."
                         *     }
                         */
                        "application/json": {
                            delivery: {
                                /**
                                 * Format: uuid
                                 * @description Id of a webhookDelivery (UUID)
                                 */
                                id: string;
                                event: string;
                                /** @enum {string} */
                                state: "pending" | "delivered" | "failed";
                                attempts: number;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                createdAt: string;
                                attemptedAt: string | null;
                                nextAttemptAt: string | null;
                                status: number | null;
                                durationMs: number | null;
                                fault: ("status" | "timeout" | "redirect" | "refused_address" | "dns" | "network" | "too_large" | "switched_off" | "plan") | null;
                                answer: string | null;
                            };
                            body: string;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}/deliveries/{webhookDeliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again
         * @description API keys need the scope `webhooks:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a webhook (UUID) */
                    webhookId: string;
                    /** @description Id of a webhookDelivery (UUID) */
                    webhookDeliveryId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *       "event": "text",
                         *       "state": "pending",
                         *       "attempts": 1,
                         *       "createdAt": "2026-01-15T10:00:00.000Z",
                         *       "attemptedAt": "2026-01-15T10:00:00.000Z",
                         *       "nextAttemptAt": "2026-01-15T10:00:00.000Z",
                         *       "status": 1,
                         *       "durationMs": 1,
                         *       "fault": "status",
                         *       "answer": "Within three working days."
                         *     }
                         */
                        "application/json": {
                            /**
                             * Format: uuid
                             * @description Id of a webhookDelivery (UUID)
                             */
                            id: string;
                            event: string;
                            /** @enum {string} */
                            state: "pending" | "delivered" | "failed";
                            attempts: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601 instant, UTC
                             */
                            createdAt: string;
                            attemptedAt: string | null;
                            nextAttemptAt: string | null;
                            status: number | null;
                            durationMs: number | null;
                            fault: ("status" | "timeout" | "redirect" | "refused_address" | "dns" | "network" | "too_large" | "switched_off" | "plan") | null;
                            answer: string | null;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhooks/{webhookId}/replays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send every failed delivery since a time again
         * @description API keys need the scope `webhooks:manage`.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a webhook (UUID) */
                    webhookId: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "since": "2026-01-15T10:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description ISO 8601 instant, UTC
                         */
                        since: string;
                    };
                };
            };
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "deliveries": 1
                         *     }
                         */
                        "application/json": {
                            deliveries: number;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/knowledge/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Questions without an answer, grouped
         * @description API keys need the scope `knowledge:read`.
         */
        get: {
            parameters: {
                query?: {
                    period?: "7d" | "30d" | "90d" | "all";
                    status?: "open" | "solved" | "dismissed";
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "text": "text",
                         *           "phrasings": [
                         *             "text"
                         *           ],
                         *           "language": "en",
                         *           "count": 1,
                         *           "status": "open",
                         *           "faq": {
                         *             "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *             "question": "When will my order arrive?"
                         *           },
                         *           "firstAt": "2026-01-15T10:00:00.000Z",
                         *           "lastAt": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ],
                         *       "nextCursor": "eyJhdCI6IjIwMjYtMDEtMTUifQ",
                         *       "openGroups": 1,
                         *       "openQuestions": 1,
                         *       "canEdit": true
                         *     }
                         */
                        "application/json": {
                            items: {
                                /**
                                 * Format: uuid
                                 * @description Id of a questionGroup (UUID)
                                 */
                                id: string;
                                text: string;
                                phrasings: string[];
                                /** @enum {string} */
                                language: "en" | "es" | "fr" | "de";
                                count: number;
                                /** @enum {string} */
                                status: "open" | "solved" | "dismissed";
                                faq: {
                                    /**
                                     * Format: uuid
                                     * @description Id of a faq (UUID)
                                     */
                                    id: string;
                                    question: string;
                                } | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                firstAt: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                lastAt: string;
                            }[];
                            nextCursor: string | null;
                            openGroups: number;
                            openQuestions: number;
                            canEdit: boolean;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description API keys need the scope `customers:read`.
         */
        get: {
            parameters: {
                query?: {
                    search?: string;
                    plan?: "all" | "Basic" | "Pro" | "Business" | "Enterprise";
                    sort?: "name" | "email" | "plan" | "status" | "tickets" | "joined" | "lastActive";
                    direction?: "asc" | "desc";
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                    limit?: number;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "name": "Ada Park",
                         *           "email": "ada@example.org",
                         *           "emailStatus": "verified",
                         *           "plan": "Basic",
                         *           "status": "Active",
                         *           "tickets": 1,
                         *           "isDemo": true,
                         *           "joinedAt": "2026-01-15T10:00:00.000Z",
                         *           "lastActiveAt": "2026-01-15T10:00:00.000Z"
                         *         }
                         *       ],
                         *       "nextCursor": "eyJhdCI6IjIwMjYtMDEtMTUifQ",
                         *       "total": 1
                         *     }
                         */
                        "application/json": {
                            items: {
                                /**
                                 * Format: uuid
                                 * @description Id of a customer (UUID)
                                 */
                                id: string;
                                name: string;
                                email: string | null;
                                emailStatus: ("verified" | "entered" | "claimed") | null;
                                /** @enum {string} */
                                plan: "Basic" | "Pro" | "Business" | "Enterprise";
                                /** @enum {string} */
                                status: "Active" | "Blocked";
                                tickets: number;
                                isDemo: boolean;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                joinedAt: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                lastActiveAt: string;
                            }[];
                            nextCursor: string | null;
                            total: number | null;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers/{customerId}/duplicates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Customers that may be the same person
         * @description API keys need the scope `customers:read`.
         */
        get: {
            parameters: {
                query?: never;
                header?: never;
                path: {
                    /** @description Id of a customer (UUID) */
                    customerId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "name": "Ada Park",
                         *           "email": "ada@example.org",
                         *           "emailStatus": "verified",
                         *           "plan": "Basic",
                         *           "status": "Active",
                         *           "tickets": 1,
                         *           "isDemo": true,
                         *           "joinedAt": "2026-01-15T10:00:00.000Z",
                         *           "lastActiveAt": "2026-01-15T10:00:00.000Z",
                         *           "reasons": [
                         *             "same_email"
                         *           ],
                         *           "version": 1
                         *         }
                         *       ]
                         *     }
                         */
                        "application/json": {
                            items: {
                                /**
                                 * Format: uuid
                                 * @description Id of a customer (UUID)
                                 */
                                id: string;
                                name: string;
                                email: string | null;
                                emailStatus: ("verified" | "entered" | "claimed") | null;
                                /** @enum {string} */
                                plan: "Basic" | "Pro" | "Business" | "Enterprise";
                                /** @enum {string} */
                                status: "Active" | "Blocked";
                                tickets: number;
                                isDemo: boolean;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                joinedAt: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                lastActiveAt: string;
                                reasons: ("same_email" | "similar_email" | "same_name")[];
                                version: number;
                            }[];
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/customers/{customerId}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happened with a customer
         * @description API keys need the scope `customers:read`.
         */
        get: {
            parameters: {
                query?: {
                    /** @description `nextCursor` of the page before */
                    cursor?: string;
                };
                header?: never;
                path: {
                    /** @description Id of a customer (UUID) */
                    customerId: string;
                };
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "items": [
                         *         {
                         *           "kind": "ticket",
                         *           "at": "2026-01-15T10:00:00.000Z",
                         *           "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *           "number": 1,
                         *           "subject": "Where is my order?",
                         *           "status": "open"
                         *         }
                         *       ],
                         *       "nextCursor": "eyJhdCI6IjIwMjYtMDEtMTUifQ"
                         *     }
                         */
                        "application/json": {
                            items: ({
                                /** @enum {string} */
                                kind: "ticket";
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                at: string;
                                /**
                                 * Format: uuid
                                 * @description Id of a ticket (UUID)
                                 */
                                id: string;
                                number: number;
                                subject: string;
                                /** @enum {string} */
                                status: "open" | "in-progress" | "waiting" | "resolved" | "closed";
                            } | {
                                /** @enum {string} */
                                kind: "chat";
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                at: string;
                                /**
                                 * Format: uuid
                                 * @description Id of a conversation (UUID)
                                 */
                                id: string;
                                preview: string;
                                messageCount: number;
                                visit: {
                                    page: string | null;
                                    source: string | null;
                                    medium: string | null;
                                    campaign: string | null;
                                } | null;
                                stars: number | null;
                                comment: string | null;
                            } | {
                                /** @enum {string} */
                                kind: "rating";
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                at: string;
                                /**
                                 * Format: uuid
                                 * @description Id of a ticket (UUID)
                                 */
                                id: string;
                                number: number;
                                stars: number;
                                comment: string | null;
                            } | {
                                /** @enum {string} */
                                kind: "note";
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                at: string;
                                /** Format: uuid */
                                id: string;
                                note: {
                                    /**
                                     * Format: uuid
                                     * @description Id of a customerNote (UUID)
                                     */
                                    id: string;
                                    authorName: string;
                                    body: string;
                                    /**
                                     * Format: date-time
                                     * @description ISO 8601 instant, UTC
                                     */
                                    at: string;
                                    canDelete: boolean;
                                };
                            })[];
                            nextCursor: string | null;
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                404: components["responses"]["NotFound"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures of tickets over a period, beside the period before
         * @description API keys need the scope `analytics:read`.
         */
        get: {
            parameters: {
                query?: {
                    last?: number;
                    from?: string;
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "period": {
                         *         "from": "2026-01-15",
                         *         "to": "2026-01-15",
                         *         "timezone": "Europe/Berlin",
                         *         "start": "2026-01-15T10:00:00.000Z",
                         *         "end": "2026-01-15T10:00:00.000Z",
                         *         "previous": {
                         *           "from": "2026-01-15",
                         *           "to": "2026-01-15"
                         *         }
                         *       },
                         *       "created": {
                         *         "value": 1,
                         *         "before": 1
                         *       },
                         *       "resolved": {
                         *         "value": 1,
                         *         "before": 1
                         *       },
                         *       "backlog": {
                         *         "value": 1,
                         *         "before": 1
                         *       },
                         *       "firstResponse": {
                         *         "count": 1,
                         *         "median": {
                         *           "value": 1,
                         *           "before": 1
                         *         },
                         *         "p90": {
                         *           "value": 1,
                         *           "before": 1
                         *         },
                         *         "outliers": {
                         *           "count": 1,
                         *           "limit": 1,
                         *           "tickets": [
                         *             {
                         *               "id": "3f2b8c1e-5d4a-4f6b-9a7c-2e1d0b9c8a76",
                         *               "number": 1,
                         *               "subject": "Where is my order?",
                         *               "seconds": 1
                         *             }
                         *           ]
                         *         }
                         *       },
                         *       "resolution": {
                         *         "count": 1,
                         *         "median": {
                         *           "value": 1,
                         *           "before": 1
                         *         },
                         *         "p90": {
                         *           "value": 1,
                         *           "before": 1
                         *         }
                         *       },
                         *       "satisfaction": {
                         *         "count": {
                         *           "value": 1,
                         *           "before": 1
                         *         },
                         *         "average": {
                         *           "value": 1,
                         *           "before": 1
                         *         }
                         *       },
                         *       "days": [
                         *         {
                         *           "day": "2026-01-15",
                         *           "start": "2026-01-15T10:00:00.000Z",
                         *           "created": 1,
                         *           "resolved": 1,
                         *           "backlog": 1
                         *         }
                         *       ],
                         *       "hours": [
                         *         {
                         *           "weekday": 1,
                         *           "hour": 1,
                         *           "created": 1
                         *         }
                         *       ]
                         *     }
                         */
                        "application/json": {
                            period: {
                                /** Format: date */
                                from: string;
                                /** Format: date */
                                to: string;
                                timezone: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                start: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                end: string;
                                previous: {
                                    /** Format: date */
                                    from: string;
                                    /** Format: date */
                                    to: string;
                                };
                            };
                            created: {
                                value: number;
                                before: number;
                            };
                            resolved: {
                                value: number;
                                before: number;
                            };
                            backlog: {
                                value: number;
                                before: number;
                            };
                            firstResponse: {
                                count: number;
                                median: {
                                    value: number | null;
                                    before: number | null;
                                };
                                p90: {
                                    value: number | null;
                                    before: number | null;
                                };
                                outliers: {
                                    count: number;
                                    limit: number | null;
                                    tickets: {
                                        /**
                                         * Format: uuid
                                         * @description Id of a ticket (UUID)
                                         */
                                        id: string;
                                        number: number;
                                        subject: string;
                                        seconds: number;
                                    }[];
                                };
                            };
                            resolution: {
                                count: number;
                                median: {
                                    value: number | null;
                                    before: number | null;
                                };
                                p90: {
                                    value: number | null;
                                    before: number | null;
                                };
                            };
                            satisfaction: {
                                count: {
                                    value: number;
                                    before: number;
                                };
                                average: {
                                    value: number | null;
                                    before: number | null;
                                };
                            };
                            days: {
                                /** Format: date */
                                day: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                start: string;
                                created: number;
                                resolved: number;
                                backlog: number;
                            }[];
                            hours: {
                                weekday: number;
                                hour: number;
                                created: number;
                            }[];
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/tickets/by": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures of tickets over a period by agent, team, category, channel, source or link
         * @description API keys need the scope `analytics:read`.
         */
        get: {
            parameters: {
                query: {
                    last?: number;
                    from?: string;
                    to?: string;
                    dimension: "agent" | "team" | "category" | "channel" | "source" | "link";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "period": {
                         *         "from": "2026-01-15",
                         *         "to": "2026-01-15",
                         *         "timezone": "Europe/Berlin",
                         *         "start": "2026-01-15T10:00:00.000Z",
                         *         "end": "2026-01-15T10:00:00.000Z",
                         *         "previous": {
                         *           "from": "2026-01-15",
                         *           "to": "2026-01-15"
                         *         }
                         *       },
                         *       "rows": [
                         *         {
                         *           "key": "text",
                         *           "name": "Ada Park",
                         *           "created": 1,
                         *           "resolved": 1,
                         *           "firstResponse": 1,
                         *           "resolution": 1,
                         *           "ratings": 1,
                         *           "rating": 1
                         *         }
                         *       ]
                         *     }
                         */
                        "application/json": {
                            period: {
                                /** Format: date */
                                from: string;
                                /** Format: date */
                                to: string;
                                timezone: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                start: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                end: string;
                                previous: {
                                    /** Format: date */
                                    from: string;
                                    /** Format: date */
                                    to: string;
                                };
                            };
                            rows: {
                                key: string | null;
                                name: string | null;
                                created: number;
                                resolved: number;
                                firstResponse: number | null;
                                resolution: number | null;
                                ratings: number;
                                rating: number | null;
                            }[];
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/assistant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the chats that the assistant answered ended
         * @description API keys need the scope `analytics:read`.
         */
        get: {
            parameters: {
                query?: {
                    last?: number;
                    from?: string;
                    to?: string;
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                /** @description Default Response */
                200: {
                    headers: {
                        [name: string]: unknown;
                    };
                    content: {
                        /**
                         * @example {
                         *       "period": {
                         *         "from": "2026-01-15",
                         *         "to": "2026-01-15",
                         *         "timezone": "Europe/Berlin",
                         *         "start": "2026-01-15T10:00:00.000Z",
                         *         "end": "2026-01-15T10:00:00.000Z",
                         *         "previous": {
                         *           "from": "2026-01-15",
                         *           "to": "2026-01-15"
                         *         }
                         *       },
                         *       "outcomes": {
                         *         "confirmed": {
                         *           "value": 1,
                         *           "before": 1
                         *         },
                         *         "assumed": {
                         *           "value": 1,
                         *           "before": 1
                         *         },
                         *         "returned": {
                         *           "value": 1,
                         *           "before": 1
                         *         },
                         *         "person": {
                         *           "value": 1,
                         *           "before": 1
                         *         }
                         *       },
                         *       "share": {
                         *         "value": 1,
                         *         "before": 1
                         *       },
                         *       "satisfaction": {
                         *         "count": {
                         *           "value": 1,
                         *           "before": 1
                         *         },
                         *         "average": {
                         *           "value": 1,
                         *           "before": 1
                         *         }
                         *       }
                         *     }
                         */
                        "application/json": {
                            period: {
                                /** Format: date */
                                from: string;
                                /** Format: date */
                                to: string;
                                timezone: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                start: string;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601 instant, UTC
                                 */
                                end: string;
                                previous: {
                                    /** Format: date */
                                    from: string;
                                    /** Format: date */
                                    to: string;
                                };
                            };
                            outcomes: {
                                confirmed: {
                                    value: number;
                                    before: number;
                                };
                                assumed: {
                                    value: number;
                                    before: number;
                                };
                                returned: {
                                    value: number;
                                    before: number;
                                };
                                person: {
                                    value: number;
                                    before: number;
                                };
                            };
                            share: {
                                value: number | null;
                                before: number | null;
                            };
                            satisfaction: {
                                count: {
                                    value: number;
                                    before: number;
                                };
                                average: {
                                    value: number | null;
                                    before: number | null;
                                };
                            };
                        };
                    };
                };
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Figures of a period as CSV, by day or by dimension
         * @description API keys need the scope `analytics:read`.
         */
        get: {
            parameters: {
                query?: {
                    last?: number;
                    from?: string;
                    to?: string;
                    by?: "day" | "agent" | "team" | "category" | "channel" | "source" | "link";
                };
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody?: never;
            responses: {
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Model Context Protocol: search the knowledge, find, read and answer tickets
         * @description API keys need any scope.
         */
        post: {
            parameters: {
                query?: never;
                header?: never;
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "method": "text"
                     *     }
                     */
                    "application/json": {
                        /** @enum {string} */
                        jsonrpc: "2.0";
                        method: string;
                        params?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            responses: {
                400: components["responses"]["InvalidInput"];
                401: components["responses"]["Unauthenticated"];
                402: components["responses"]["PlanLimit"];
                403: components["responses"]["Forbidden"];
                409: components["responses"]["Conflict"];
                413: components["responses"]["TooLarge"];
                429: components["responses"]["RateLimited"];
                503: components["responses"]["Unavailable"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ErrorReply: {
            error: {
                /** @enum {string} */
                code: "invalid_input" | "unauthenticated" | "plan_limit" | "forbidden" | "not_found" | "conflict" | "too_large" | "unsupported" | "rate_limited" | "internal" | "unavailable" | "disk_full";
                message: string;
                fields?: {
                    [key: string]: string;
                };
                reason?: string;
                current?: unknown;
                requestId: string;
            };
        };
    };
    responses: {
        /** @description `invalid_input`: The request is wrong: `fields` names each wrong field */
        InvalidInput: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "invalid_input",
                 *         "message": "Some fields need a correction.",
                 *         "requestId": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description `unauthenticated`: No session or key, or one that has ended */
        Unauthenticated: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unauthenticated",
                 *         "message": "This API key was revoked. Make a new one.",
                 *         "requestId": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description `plan_limit`: The plan lacks it, or its limit is reached */
        PlanLimit: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "plan_limit",
                 *         "message": "Access to the API is not part of your plan.",
                 *         "requestId": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description `forbidden`: The role or the scope does not suffice */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "forbidden",
                 *         "message": "This API key lacks the scope tickets:write.",
                 *         "requestId": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description `not_found`: There is no such row, or it is not open to the caller */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "not_found",
                 *         "message": "This ticket does not exist or is not open to you.",
                 *         "requestId": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description `conflict`: The row changed meanwhile, or another one has the id: `current` is the row as it is */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "conflict",
                 *         "message": "This ticket was changed meanwhile.",
                 *         "requestId": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description `too_large`: The body is too large */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "too_large",
                 *         "message": "This is too large.",
                 *         "requestId": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description `unsupported`: The body has a type that is not accepted */
        Unsupported: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unsupported",
                 *         "message": "This type of content is not accepted.",
                 *         "requestId": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description `rate_limited`: Too many requests: wait as long as `Retry-After` says */
        RateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "rate_limited",
                 *         "message": "Too many requests. Try again in 1 second.",
                 *         "requestId": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description `internal`: An error of the server, which is logged under `requestId` */
        Internal: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "internal",
                 *         "message": "Something went wrong.",
                 *         "requestId": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description `unavailable`: The server or its database does not answer just now: try again */
        Unavailable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unavailable",
                 *         "message": "The service is temporarily unavailable.",
                 *         "requestId": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
        /** @description `disk_full`: The server has no space left */
        DiskFull: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "disk_full",
                 *         "message": "There is no space left.",
                 *         "requestId": "7c9e6679-7425-40de-944b-e07fc1f90ae7"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ErrorReply"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
