-- MySQL dump 10.13  Distrib 8.0.35, for Linux (x86_64)
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS `ost_staff`;
CREATE TABLE `ost_staff` (
  `staff_id` int unsigned NOT NULL AUTO_INCREMENT,
  `username` varchar(32) NOT NULL,
  `firstname` varchar(32) DEFAULT NULL,
  `lastname` varchar(32) DEFAULT NULL,
  `email` varchar(255) DEFAULT NULL,
  PRIMARY KEY (`staff_id`)
) ENGINE=InnoDB;
INSERT INTO `ost_staff` VALUES (1,'ruth','Ruth','Amsel','ruth@northgate.example');
CREATE TABLE `ost_thread` (
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  `object_id` int unsigned NOT NULL,
  `object_type` char(1) NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB;
INSERT INTO `ost_thread` VALUES (10,1,'T'),(11,2,'T'),(12,7,'A');
CREATE TABLE `ost_thread_entry` (
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  `thread_id` int unsigned NOT NULL,
  `staff_id` int unsigned NOT NULL,
  `user_id` int unsigned NOT NULL,
  `type` char(1) NOT NULL,
  `poster` varchar(128) NOT NULL,
  `title` varchar(255) DEFAULT NULL,
  `body` text NOT NULL,
  `format` varchar(16) NOT NULL,
  `created` datetime NOT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB;
INSERT INTO `ost_thread_entry` VALUES (100,10,0,5,'M','Ute Kern','Window won\'t shut','<p>The window won\'t shut; see \"photo\".</p>','html','2023-11-02 08:00:00'),(101,10,1,0,'N','Ruth Amsel',NULL,'Landlord called, (twice)','text','2023-11-02 09:00:00'),(102,10,1,0,'R','Ruth Amsel',NULL,'<p>A joiner comes on Monday.</p>','html','2023-11-02 09:30:00');
INSERT INTO `ost_thread_entry` VALUES (103,11,0,6,'M','Ben Ode','Key','Lost my key\r\nPlease help','text','2023-11-03 10:00:00');
CREATE TABLE `ost_ticket` (
  `ticket_id` int unsigned NOT NULL AUTO_INCREMENT,
  `number` varchar(20) DEFAULT NULL,
  `user_id` int unsigned NOT NULL,
  `status_id` int unsigned NOT NULL,
  `dept_id` int unsigned NOT NULL,
  `topic_id` int unsigned NOT NULL,
  `staff_id` int unsigned NOT NULL,
  `source` enum('Web','Email','Phone','API','Other') NOT NULL,
  `closed` datetime DEFAULT NULL,
  `lastupdate` datetime DEFAULT NULL,
  `created` datetime NOT NULL,
  PRIMARY KEY (`ticket_id`)
) ENGINE=InnoDB;
INSERT INTO `ost_ticket` VALUES (1,'519418',5,3,1,2,1,'Email','2023-11-06 12:00:00','2023-11-06 12:00:00','2023-11-02 08:00:00'),(2,'519419',6,1,1,0,0,'Web',NULL,'2023-11-03 10:00:00','2023-11-03 10:00:00');
CREATE TABLE `ost_ticket__cdata` (
  `ticket_id` int unsigned NOT NULL,
  `subject` mediumtext,
  `priority` mediumtext,
  PRIMARY KEY (`ticket_id`)
) ENGINE=InnoDB;
INSERT INTO `ost_ticket__cdata` VALUES (1,'Window won\'t shut','3'),(2,'Lost key','2');
CREATE TABLE `ost_ticket_priority` (
  `priority_id` tinyint NOT NULL,
  `priority` varchar(60) NOT NULL,
  `priority_desc` varchar(30) NOT NULL,
  PRIMARY KEY (`priority_id`)
) ENGINE=InnoDB;
INSERT INTO `ost_ticket_priority` VALUES (1,'low','Low'),(2,'normal','Normal'),(3,'high','High'),(4,'emergency','Emergency');
CREATE TABLE `ost_ticket_status` (
  `id` int NOT NULL,
  `name` varchar(60) NOT NULL,
  `state` varchar(16) DEFAULT NULL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB;
INSERT INTO `ost_ticket_status` VALUES (1,'Open','open'),(2,'Resolved','closed'),(3,'Closed','closed');
INSERT INTO `ost_help_topic` (`topic_id`, `topic`) VALUES (2,'Repairs');
INSERT INTO `ost_user` (`id`, `name`, `created`) VALUES (5,'Ute Kern','2022-01-01 00:00:00'),(6,'Ben Ode','2022-02-01 00:00:00');
INSERT INTO `ost_user_email` (`id`, `user_id`, `address`) VALUES (50,5,'ute@mail.example'),(60,6,'ben@mail.example');
INSERT INTO `ost_faq_category` (`category_id`, `name`) VALUES (1,'Basics');
INSERT INTO `ost_faq` (`faq_id`, `category_id`, `ispublished`, `question`, `answer`, `created`, `updated`) VALUES (1,1,1,'Who repairs what?','<p>The landlord repairs the <b>building</b>.</p>','2022-01-01 00:00:00','2022-01-02 00:00:00');
INSERT INTO `ost_canned_response` (`canned_id`, `isenabled`, `title`, `response`) VALUES (1,1,'Joiner','Hello %{recipient.name.first},<br />a joiner comes.');
